import { callPage } from '../api/call.ts';
import type { WebhookDelivery } from '../api/operations.ts';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { Paged, usePages } from '../ui/load.tsx';
import { useNow } from '../ui/use-now.ts';
import { dateTime, relative, timeWithSeconds } from '../words/format.ts';
import { aboutOf, type DeliveryAbout } from './delivery-about.ts';
import { say } from './words.ts';

type DeliveriesProps = {
  webhookId: number;
  /** Reloads the list when it changes, after a test event for instance. */
  after: unknown;
};

/** Webhook deliveries of the last week, newest first. */
export function Deliveries({ webhookId, after }: DeliveriesProps) {
  const deliveries = usePages(
    (signal) =>
      callPage('GET /v1/account/webhooks/{id}/deliveries', {
        path: { id: webhookId },
        query: { limit: 10 },
        signal,
      }),
    [webhookId, after],
  );
  return (
    <Paged of={deliveries}>
      {(found) =>
        found.length === 0 ? (
          <p class="faint">{say.nothingYet()}</p>
        ) : (
          <ul class="sms-list sms-webhooks-deliveries">
            {found.map((delivery) => (
              <DeliveryLine key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </Paged>
  );
}

const states = {
  delivered: { look: 'tag-good', name: say.stateDelivered },
  pending: { look: '', name: say.statePending },
  failed: { look: 'tag-danger', name: say.stateFailed },
};

function DeliveryLine({ delivery }: { delivery: WebhookDelivery }) {
  const now = useNow();
  const { id, event, status, attempts, error, body, created_at, next_try_at } = delivery;
  const { look, name } = states[status];
  const end = delivery.delivered_at;
  const parts = [
    dateTime(created_at),
    attempts > 0 ? say.tries({ count: attempts }) : '',
    end === null ? '' : say.arrivedAt({ time: timeWithSeconds(end) }),
    next_try_at === null ? '' : nextTry(next_try_at, now),
  ];
  return (
    <li>
      <div class="sms-what">
        <About of={aboutOf(body)} />
        {error !== null && <div class="small">{faultSentence(error)}</div>}
        <div class="faint small">{parts.filter((part) => part !== '').join(' · ')}</div>
        <details class="small">
          <summary>
            <code>
              {event} evt_{id}
            </code>
          </summary>
          <pre class="sms-webhooks-body">{readable(body)}</pre>
        </details>
      </div>
      <span class={`tag ${look}`}>{name()}</span>
    </li>
  );
}

/** What the event tells, with the message it is about. */
function About({ of: { sentence, messageId } }: { of: DeliveryAbout }) {
  return (
    <strong>
      {messageId === undefined ? (
        sentence
      ) : (
        <a href={`/sms/messages/${encodeURIComponent(messageId)}`}>{sentence}</a>
      )}
    </strong>
  );
}

function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), undefined, 2);
}

function nextTry(at: string, now: number): string {
  return Date.parse(at) > now ? say.nextTry({ when: relative(at, now) }) : say.nextNow();
}
