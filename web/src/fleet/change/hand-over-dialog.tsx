import { useState } from 'preact/hooks';
import { say as sayPeople } from '../../people/words.ts';
import { Field } from '../../ui/form/field.tsx';
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
      <Field
        label={sayPeople.to()}
        name="owner"
        autoComplete="off"
        autoCapitalize="none"
        required
        maxLength={254}
        hint={say.handOverHint()}
        value={to}
        onInput={(event) => setTo(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
