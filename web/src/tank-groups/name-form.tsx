import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText } from '../ui/form/form-text.ts';
import { onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import type { TankGroupRecord } from './group-record.ts';
import { say } from './words.ts';

type Props = { group: TankGroupRecord; onChange: (group: TankGroupRecord) => void };

export function NameForm({ group: { id, name }, onChange }: Props) {
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(async (form: FormData) => {
    setSaved(false);
    const body = { id, name: formText(form, 'name').trim() };
    onChange(await call('POST /api/groups.php?action=update', { body }));
    setSaved(true);
  });
  return (
    <form class="card stack" onSubmit={onSubmit(saving.run)}>
      <Field
        label={say.name()}
        name="name"
        autoComplete="off"
        required
        defaultValue={name}
        failure={saving.failure}
      />
      <FailureNotice failure={saving.failure} />
      {isSaved && <Notice kind="success">{say.saved()}</Notice>}
      <p>
        <Button type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </p>
    </form>
  );
}
