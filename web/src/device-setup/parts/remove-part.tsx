import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { Device } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { say } from '../words.ts';

/** What is rarely needed: a label, and the end. */
export function RemovePart({ device }: { device: Device }) {
  const { route } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const name = nameOf(device);
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

/** Phones capitalise as they like. */
function isSame(typed: string, name: string): boolean {
  return typed.trim().toLowerCase() === name.trim().toLowerCase();
}
