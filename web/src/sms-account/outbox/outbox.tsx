import { callPage } from '../../api/call.ts';
import type { SimulatedMessage } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Paged } from '../../ui/load/paged.tsx';
import { usePages } from '../../ui/load/use-pages.ts';
import { dateTime } from '../../words/format.ts';
import { stateName } from '../message-state/state-words.ts';
import { readablePhone } from '../phone-search.ts';
import { say } from './words.ts';

const shownAtOnce = 3;

/** What the simulator took, so that a newcomer sees the texts. Where networks send, it is not there. */
export function Outbox() {
  const messages = usePages(
    (signal) => callPage('GET /v1/account/outbox', { query: { limit: shownAtOnce }, signal }),
    [],
  );
  const { data, failure, isLoading, reload } = messages.list;
  if (!failure && !data?.items.length) return null;
  return (
    <section class="card stack" aria-labelledby="sms-outbox">
      <header class="page-head">
        <h2 id="sms-outbox">{say.title()}</h2>
        <Button isBusy={isLoading} onClick={() => void reload()}>
          {say.refresh()}
        </Button>
      </header>
      <p class="faint small">{say.about()}</p>
      <Paged of={messages}>
        {(found) => (
          <ul class="stack">
            {found.map((message) => (
              <OutboxMessage key={message.message_id} message={message} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

function OutboxMessage({
  message: { to, message, redacted, status, sent_at },
}: {
  message: SimulatedMessage;
}) {
  return (
    <li class="stack">
      <div class="row row-apart small">
        <span>
          <strong>{say.to({ phone: readablePhone(to) })}</strong>{' '}
          <span class="faint">{dateTime(sent_at)}</span>
        </span>
        <span class={`tag ${status === 'delivered' ? 'tag-good' : ''}`}>{stateName[status]()}</span>
      </div>
      {redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class="sms-text sms-bubble">{message}</p>
      )}
    </li>
  );
}
