import { useState } from 'preact/hooks';
import type { Cells } from '../../../../src/water/imports/columns.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

const policies = ['required', 'optional', 'new'] as const;
type Policy = (typeof policies)[number];

/** Whether the chosen devices have to send their keys; or new keys for them. */
export function KeyDialog(props: ChangeProps) {
  const [policy, setPolicy] = useState<Policy>('required');
  const texts = { required: say.required, optional: say.optional, new: say.newKeys };
  return (
    <ChangeDialog
      {...props}
      title={say.key()}
      what={texts[policy]()}
      cellsOf={() => ({ key: policy })}
      undo={policy === 'new' ? undefined : { label: say.undo(), cellsOf: policyBefore }}
      warning={policy === 'new' ? say.newKeysWarning() : undefined}
      hasKeys={policy !== 'optional'}
    >
      <fieldset class="stack fleet-policies">
        <legend class="hidden">{say.key()}</legend>
        {policies.map((each) => (
          <label key={each} class="check">
            <input
              type="radio"
              name="key"
              checked={policy === each}
              onChange={() => setPolicy(each)}
            />
            {texts[each]()}
          </label>
        ))}
      </fieldset>
      {policy === 'required' && <p class="faint">{say.requiredHint()}</p>}
    </ChangeDialog>
  );
}

function policyBefore({ tank: { key } }: TankLine): Cells | undefined {
  return key ? { key: key.required ? 'required' : 'optional' } : undefined;
}
