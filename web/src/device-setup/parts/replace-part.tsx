import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Device } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../words.ts';

type Props = { device: Device; onChange: (device: Device) => void };

/** A broken board is replaced: the tank keeps its history. */
export function ReplacePart({ device, onChange }: Props) {
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
