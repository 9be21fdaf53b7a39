import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { Device } from '../../api/operations.ts';
import { printedNameOf } from '../../tank-view/tank-name.ts';
import { known, loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { say } from '../words.ts';

export function RemoveSection({ device }: { device: Device }) {
  const { route } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const name = printedNameOf(device);
  const remove = async () => {
    await call('DELETE /api/devices.php?action=remove', { query: { id: device.id } });
    void loadTanks();
    route('/', true);
  };
  const ask = () => {
    setTyped('');
    setAsking(true);
  };
  return (
    <section class="card stack">
      <h2>{say.more()}</h2>
      <div class="row">
        <a class="button" href={`/devices/labels?ids=${device.id}`}>
          {say.printLabel()}
        </a>
        {device.role === 'owner' && (
          <Button look="danger" onClick={ask}>
            {say.removeDevice()}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={say.removeDevice()}
          confirm={say.removeDevice()}
          isDangerous
          isReady={isSame(typed, name) || isSame(typed, device.mac_or_serial)}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{say.removeDeviceHint()}</p>
          <Field
            label={say.typeToRemove({ name })}
            name="typed"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
          />
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Compares without case, since phones capitalise as they like. */
function isSame(typed: string, name: string): boolean {
  return typed.trim().toLowerCase() === name.trim().toLowerCase();
}

type Props = { deviceId: string; onRemoved: (sensorName: string) => void };

/** Removes one sensor, such as one created by a mistyped name. */
export function RemoveSensorSection({ deviceId, onRemoved }: Props) {
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const tank = known.value?.tanks.find(({ device_id }) => device_id === deviceId);
  const names = (tank?.sensors ?? []).map(({ sensor_name }) => sensor_name);
  const shown = names.find((each) => each === chosen) ?? names[0];
  if (shown === undefined) return null;
  const remove = async (sensor_name: string) => {
    const query = { device_id: deviceId, sensor_name };
    await call('DELETE /api/sensors.php?action=remove', { query });
    onRemoved(sensor_name);
    void loadTanks();
  };
  return (
    <section class="card stack">
      <h2>{say.removeSensor()}</h2>
      <p class="faint">{say.removeSensorWhy()}</p>
      <SelectField
        label={say.sensorToRemove()}
        name="sensor_name"
        value={shown}
        options={names.map((each) => [each, each] as const)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <div class="row">
        <Button look="danger" onClick={() => setAsked(shown)}>
          {say.removeSensorData()}
        </Button>
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={say.removeOf({ name: asked })}
          confirm={say.removeSensorData()}
          isDangerous
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{say.removeSensorDataHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type ReplaceSectionProps = { device: Device; onChange: (device: Device) => void };

/** Replaces a broken board; the tank keeps its history. */
export function ReplaceSection({ device, onChange }: ReplaceSectionProps) {
  const [isDone, setDone] = useState(false);
  const replacing = useAction(async (form: FormData) => {
    setDone(false);
    const body = {
      device_id: device.id,
      mac_or_serial: formText(form, 'mac_or_serial').trim(),
      rotate: form.has('rotate'),
    };
    onChange(await call('POST /api/devices.php?action=replace', { body }));
    void loadTanks();
    setDone(true);
  });
  return (
    <form
      key={device.mac_or_serial}
      class="card stack"
      onSubmit={onSubmit((form) => replacing.run(form))}
    >
      <h2>{say.replace()}</h2>
      <p class="faint">{say.replaceHint()}</p>
      <Field
        label={say.newHardware()}
        name="mac_or_serial"
        autoComplete="off"
        autoCapitalize="characters"
        spellcheck={false}
        required
        failure={replacing.failure}
      />
      <label class="check">
        <input type="checkbox" name="rotate" />
        {say.newKeyToo()}
      </label>
      <FailureNotice failure={replacing.failure} />
      {isDone && <Notice kind="success">{say.replaced()}</Notice>}
      <p>
        <Button type="submit" isBusy={replacing.isBusy}>
          {say.replaceNow()}
        </Button>
      </p>
    </form>
  );
}
