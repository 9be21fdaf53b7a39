import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { known, loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { say } from '../words.ts';

type Props = { deviceId: string; onRemoved: (sensorName: string) => void };

/** The end of one sensor: a name that was mistyped, or a tank that is no more. */
export function RemoveSensorPart({ deviceId, onRemoved }: Props) {
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
