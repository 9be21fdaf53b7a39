import { useState } from 'preact/hooks';
import { call, callPage, type Page } from '../../api/call.ts';
import type { AddedOptOuts, OptOut } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { Field, TextField } from '../../ui/form/field.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { Paged, usePages } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { date } from '../../words/format.ts';
import { readablePhone } from '../../words/readable-phone.ts';
import { cursorBefore, splitPhones, storedBeginning } from '../phone-search.ts';
import { SmsPage } from '../sms-page.tsx';
import { phonesLeft } from './phones-left.ts';
import { say } from './words.ts';

export function OptOuts() {
  const [search, setSearch] = useState('');
  const optOuts = usePages((signal) => searchOptOuts(search, signal), [search]);
  const [leaving, askToRemove] = useState<OptOut>();
  const remove = async ({ phone }: OptOut) => {
    await call('DELETE /v1/account/opt-outs/{phone}', { path: { phone } });
    optOuts.change((before) => before.filter((each) => each.phone !== phone));
  };
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <AddOptOuts onAdded={optOuts.list.reload} />
      <section class="card stack" aria-labelledby="sms-opt-outs">
        <h2 id="sms-opt-outs">{say.list()}</h2>
        <div class="sms-search">
          <Field
            label={say.search()}
            name="search"
            type="search"
            inputMode="tel"
            hint={say.searchHint()}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <Paged of={optOuts}>
          {(found) =>
            found.length > 0 ? (
              <OptOutList optOuts={found} onRemove={askToRemove} />
            ) : (
              <p class="faint">{search.trim() === '' ? say.empty() : say.notFound()}</p>
            )
          }
        </Paged>
      </section>
      {leaving && (
        <ConfirmDialog
          title={say.removeTitle({ phone: readablePhone(leaving.phone) })}
          confirm={say.remove()}
          onConfirm={() => remove(leaving)}
          onClose={() => askToRemove(undefined)}
        >
          <p>{say.removeHint()}</p>
        </ConfirmDialog>
      )}
    </SmsPage>
  );
}

const sources = { owner: say.owner, inbound: say.inbound };

type ListProps = { optOuts: OptOut[]; onRemove: (optOut: OptOut) => void };

function OptOutList({ optOuts, onRemove }: ListProps) {
  return (
    <ul class="sms-list">
      {optOuts.map((optOut) => (
        <li key={optOut.phone}>
          <div class="sms-what">
            <strong>{readablePhone(optOut.phone)}</strong>
            <div class="faint small">
              {sources[optOut.source]()} · {date(optOut.created_at)}
            </div>
          </div>
          <Button
            aria-label={say.removePhone({ phone: readablePhone(optOut.phone) })}
            onClick={() => onRemove(optOut)}
          >
            {say.remove()}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The list is in the order of numbers, so those that begin as typed follow one another. */
async function searchOptOuts(typed: string, signal: AbortSignal): Promise<Page<OptOut[]>> {
  const beginning = storedBeginning(typed);
  if (beginning === undefined) return { items: [], next: undefined };
  const query = { after: cursorBefore(beginning) };
  const { items, next } = await callPage('GET /v1/account/opt-outs', { query, signal });
  const meant = items.filter(({ phone }) => phone.startsWith(beginning));
  return { items: meant, next: meant.length === items.length ? next : undefined };
}

/** Adds one number or many, and lists those that are invalid. */
function AddOptOuts({ onAdded }: { onAdded: () => Promise<void> }) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState<AddedOptOuts>();
  const adding = useAction(async () => {
    setAdded(undefined);
    const phones = splitPhones(text);
    const answer = await call('POST /v1/account/opt-outs', { body: { phones } });
    setAdded(answer);
    // Invalid numbers stay in the field to be corrected.
    setText(phonesLeft(phones, answer).join('\n'));
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
            {rejected.length < rejected_count && <p>{say.listed({ shown: rejected.length })}</p>}
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
