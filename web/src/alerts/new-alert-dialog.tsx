import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { tellUnlessLive } from '../live/stream.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { severities, severityText, types, typeText } from './alert-words.ts';
import { say } from './words.ts';

type Props = { tanks: Tank[]; device: string | undefined; onClose: () => void };

/** An alert in one's own words, such as that the filter is due. */
export function NewAlertDialog({ tanks, device, onClose }: Props) {
  const saving = useAction(async (form: FormData) => {
    const body = {
      device_id: formText(form, 'device_id'),
      type: types.find((each) => each === formText(form, 'type')) ?? 'maintenance',
      severity: severities.find((each) => each === formText(form, 'severity')) ?? 'info',
      message: formText(form, 'message'),
    };
    tellUnlessLive('alert', await call('POST /api/alerts.php?action=create', { body }));
  });
  return (
    <Dialog title={say.write()} onClose={onClose}>
      <form
        class="stack"
        onSubmit={onSubmit((form) => void saving.run(form).then((isDone) => isDone && onClose()))}
      >
        <SelectField
          label={say.device()}
          name="device_id"
          value={device ?? tanks[0]?.device_id ?? ''}
          options={tanks.map((tank) => [tank.device_id, nameOf(tank)])}
          failure={saving.failure}
        />
        <SelectField
          label={say.type()}
          name="type"
          value="maintenance"
          options={types.map((each) => [each, typeText(each)])}
          failure={saving.failure}
        />
        <SelectField
          label={say.severity()}
          name="severity"
          value="info"
          options={severities.map((each) => [each, severityText(each)])}
          failure={saving.failure}
        />
        <TextField
          label={say.message()}
          name="message"
          required
          maxLength={1000}
          hint={say.messageHint()}
          failure={saving.failure}
        />
        <FailureNotice failure={saving.failure} />
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </form>
    </Dialog>
  );
}
