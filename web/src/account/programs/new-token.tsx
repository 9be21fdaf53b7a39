import { call } from '../../api/call.ts';
import type { CreatedProgramToken } from '../../api/operations.ts';
import { PresentPasswordField, usePresentPassword } from '../../sign-in/password-fields.tsx';
import { tankOption } from '../../tank-view/tank-option.ts';
import { TanksStanding } from '../../tank-view/tanks-coming.tsx';
import { known } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say } from './words.ts';

type Props = {
  seen: (making: Promise<CreatedProgramToken>) => Promise<CreatedProgramToken>;
  onMade: (token: CreatedProgramToken) => void;
};

/** Form of a new token: whose, what it may do, and of which tank. */
export function NewToken({ seen, onMade }: Props) {
  const proof = usePresentPassword();
  const making = useAction(async (form: FormData) => {
    const device = formText(form, 'device_ids');
    const body = {
      name: formText(form, 'name'),
      scope: formText(form, 'scope') === 'operate' ? ('operate' as const) : ('read' as const),
      ...(device !== '' && { device_ids: [device] }),
      current_password: formText(form, 'current_password') || null,
    };
    onMade(await proof.noticing(seen(call('POST /api/me/tokens', { body }))));
  });
  const { failure } = making;
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <Field
        label={say.name()}
        name="name"
        required
        maxLength={100}
        hint={say.nameHint()}
        failure={failure}
      />
      <SelectField
        label={say.scope()}
        name="scope"
        options={[
          ['read', say.read()],
          ['operate', say.operate()],
        ]}
        failure={failure}
      />
      <TanksStanding />
      <SelectField
        label={say.tanks()}
        name="device_ids"
        options={[['', say.all()], ...(known.value?.tanks ?? []).map(tankOption)]}
        failure={failure}
      />
      {proof.isAsked && (
        <PresentPasswordField label={say.password()} name="current_password" failure={failure} />
      )}
      <FailureNotice failure={failure} />
      <div class="row row-end">
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
    </form>
  );
}
