import { callPage } from '../../api/call.ts';
import type { InboundMessage } from '../../api/operations.ts';
import { Paged, usePages } from '../../ui/load.tsx';
import { dateTime } from '../../words/format.ts';
import { readablePhone } from '../../words/readable-phone.ts';
import { SmsPage } from '../sms-page.tsx';
import { say } from './words.ts';

export function InboundMessages() {
  const messages = usePages((signal) => callPage('GET /v1/account/inbound', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <p class="faint">{say.about()}</p>
      <Paged of={messages}>
        {(found) =>
          found.length === 0 ? (
            <div class="card stack">
              <h2>{say.empty()}</h2>
              <p>{say.emptyHint()}</p>
              <p>
                <a class="button" href="/sms/settings">
                  {say.senders()}
                </a>
              </p>
            </div>
          ) : (
            <ul class="stack">
              {found.map((message) => (
                <MessageLine key={message.id} message={message} />
              ))}
            </ul>
          )
        }
      </Paged>
    </SmsPage>
  );
}

function MessageLine({
  message: { from, to, message, redacted, received_at },
}: {
  message: InboundMessage;
}) {
  const phone = readablePhone(from);
  return (
    <li class="card stack">
      <div class="row row-apart">
        <span>
          <strong>{phone}</strong>{' '}
          <span class="faint small">
            {say.to({ number: to })} · {dateTime(received_at)}
          </span>
        </span>
        <a
          class="button"
          href={`/sms/compose?to=${encodeURIComponent(from)}`}
          aria-label={say.replyTo({ phone })}
        >
          {say.reply()}
        </a>
      </div>
      {redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class="sms-text sms-bubble">{message}</p>
      )}
    </li>
  );
}
