import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Device } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say } from '../words.ts';

type Props = { device: Device; onChange: (device: Device) => void };

export function NameSection({ device, onChange }: Props) {
  const saved = useSaved();
  const naming = useAction(async (form: FormData) => {
    saved.clear();
    const { mac_or_serial } = device;
    const device_name = formText(form, 'device_name').trim() || null;
    onChange(
      await call('PUT /api/devices.php?action=update-name', {
        body: { mac_or_serial, device_name },
      }),
    );
    void loadTanks();
    saved.show();
  });
  return (
    <form class="card stack" onSubmit={onSubmit(naming.run)}>
      <Field
        label={say.deviceName()}
        name="device_name"
        defaultValue={device.device_name ?? ''}
        autoComplete="off"
        isOptional
        hint={say.deviceNameHint()}
        failure={naming.failure}
        onInput={saved.clear}
      />
      <FailureNotice failure={naming.failure} />
      <div class="row">
        <Button type="submit" isBusy={naming.isBusy}>
          {say.saveName()}
        </Button>
        <Saved of={saved} />
      </div>
    </form>
  );
}

type SavedState = { isShown: boolean; show: () => void; clear: () => void };

export function useSaved(): SavedState {
  const [isShown, setShown] = useState(false);
  return { isShown, show: () => setShown(true), clear: () => setShown(false) };
}

/** Confirmation beside a button, gone with the next change. */
export function Saved({ of }: { of: SavedState }) {
  return (
    <span role="status">{of.isShown && <span class="tag tag-good">✓ {say.saved()}</span>}</span>
  );
}
