import { useState } from 'preact/hooks';
import { AddresseeField } from '../../people/addressee-field.tsx';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

/** Offers the chosen devices to another owner. */
export function HandOverDialog(props: ChangeProps) {
  const [to, setTo] = useState('');
  const owner = to.trim();
  return (
    <ChangeDialog
      {...props}
      title={say.handOver()}
      what={say.handOverWhat({ to: owner })}
      cellsOf={() => ({ owner })}
      undo={{ label: say.takeBack(), cellsOf: () => ({ owner: 'none' }) }}
      counted={{ asks: say.handsOver, does: say.handOverDo }}
      warning={say.handOverEnd()}
      hasKeys
    >
      <AddresseeField
        name="owner"
        hint={say.handOverHint()}
        value={to}
        onInput={(event) => setTo(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
