import { useState } from 'preact/hooks';
import { callPage } from '../api/call.ts';
import type { SmsMessageOfAccount } from '../api/operations.ts';
import { StateTag } from '../sms-send/state-tag.tsx';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/use-action.ts';
import { Paged, usePages } from '../ui/load.tsx';
import { dateTime } from '../words/format.ts';
import { readablePhone } from '../words/readable-phone.ts';
import { say } from './words.ts';

type Sought = { by: string; value: string; withText: boolean };

/** Finds messages of all accounts for support. Nothing is looked for before it is asked for. */
export function MessageSearch() {
  const [sought, seek] = useState<Sought>();
  const take = (form: FormData) => {
    seek({ by: formText(form, 'by'), value: formText(form, 'sought').trim(), withText: false });
  };
  return (
    <section class="card stack" aria-labelledby="sms-message-search">
      <h2 id="sms-message-search">{say.messageSearch()}</h2>
      <p class="faint small">{say.messageSearchAbout()}</p>
      <form class="sms-form" onSubmit={onSubmit(take)}>
        <SelectField
          label={say.soughtBy()}
          name="by"
          options={[
            ['phone', say.byPhone()],
            ['message_id', say.byMessage()],
            ['provider_id', say.byProvider()],
          ]}
        />
        <Field label={say.sought()} name="sought" required maxLength={200} />
        <Button type="submit">{say.find()}</Button>
      </form>
      {sought && <Found sought={sought} onRead={() => seek({ ...sought, withText: true })} />}
    </section>
  );
}

function Found({ sought, onRead }: { sought: Sought; onRead: () => void }) {
  const { by, value, withText } = sought;
  const messages = usePages(
    (signal) =>
      callPage('GET /v1/admin/messages', {
        query: { [by]: value, limit: 20, ...(withText && { text: 'true' as const }) },
        signal,
      }),
    [sought],
  );
  return (
    <Paged of={messages}>
      {(found) => (
        <>
          <ul class="sms-list">
            {found.length === 0 && <li class="faint">{say.noneFound()}</li>}
            {found.map((message) => (
              <FoundLine key={message.message_id} message={message} />
            ))}
          </ul>
          {found.length > 0 && !withText && <Button onClick={onRead}>{say.showTexts()}</Button>}
        </>
      )}
    </Paged>
  );
}

function FoundLine({ message }: { message: SmsMessageOfAccount }) {
  const { email, message_id, to, status, simulated, error, provider, created_at } = message;
  return (
    <li>
      <div class="sms-what">
        <strong>{readablePhone(to)}</strong> · {message_id} · {email}
        <div class="faint small">
          {dateTime(created_at)}
          {provider !== null && ` · ${provider}`}
          {error !== null && ` · ${error}`}
        </div>
        {message.message !== undefined && <p class="sms-text sms-bubble">{message.message}</p>}
      </div>
      <StateTag status={status} isSimulated={simulated} />
    </li>
  );
}
