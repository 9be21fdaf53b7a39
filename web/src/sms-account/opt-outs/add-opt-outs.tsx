import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AddedOptOuts } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { TextField } from '../../ui/form/field.tsx';
import { onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Notice } from '../../ui/notice.tsx';
import { splitPhones } from '../phone-search.ts';
import { say } from './words.ts';

/** Takes one number or many, and says which of them are none. */
export function AddOptOuts({ onAdded }: { onAdded: () => Promise<void> }) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState<AddedOptOuts>();
  const adding = useAction(async () => {
    setAdded(undefined);
    const phones = splitPhones(text);
    const answer = await call('POST /v1/account/opt-outs', { body: { phones } });
    setAdded(answer);
    // What was no number stays to be put right.
    setText(answer.rejected.map(({ index }) => phones[index] ?? '').join('\n'));
    await onAdded();
  });
  return (
    <form class="card stack" onSubmit={onSubmit(adding.run)}>
      <TextField
        label={say.phones()}
        name="phones"
        required
        rows={2}
        hint={say.phonesHint()}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        failure={adding.failure}
      />
      <FailureNotice failure={adding.failure} />
      {added && <Outcome added={added} />}
      <p>
        <Button look="main" type="submit" isBusy={adding.isBusy}>
          {say.add()}
        </Button>
      </p>
    </form>
  );
}

function Outcome({ added: { added, rejected, rejected_count } }: { added: AddedOptOuts }) {
  return (
    <>
      <Notice kind={added > 0 ? 'success' : 'info'}>
        {added > 0 ? say.added({ count: added }) : say.noneNew()}
      </Notice>
      {rejected_count > 0 && (
        <Notice kind="warning">
          <div>
            <p>{say.rejected({ count: rejected_count })}</p>
            <ul>
              {rejected.map(({ index, to, error }) => (
                <li key={index}>
                  <strong>{to}</strong> {faultSentence(error)}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </>
  );
}
