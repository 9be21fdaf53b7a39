import { callPage } from '../api/call.ts';
import type { WebhookDelivery } from '../api/operations.ts';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { Paged } from '../ui/load/paged.tsx';
import { usePages } from '../ui/load/use-pages.ts';
import { useNow } from '../ui/use-now.ts';
import { dateTime, relative } from '../words/format.ts';
import { say } from './words.ts';

type Props = {
  webhookId: number;
  /** Something that was sent just now: when it changes, there is more to list. */
  after: unknown;
};

/** What a webhook was told in the last week, newest first. */
export function Deliveries({ webhookId, after }: Props) {
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
          <ul class="sms-list">
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
  const { event, status, attempts, error, created_at, next_try_at } = delivery;
  const { look, name } = states[status];
  return (
    <li>
      <div class="sms-what">
        <strong>{event}</strong>
        <div class="faint small">{dateTime(created_at)}</div>
        {error !== null && <div class="small">{faultSentence(error)}</div>}
        <div class="faint small">
          {[
            attempts > 0 ? say.tries({ count: attempts }) : '',
            next_try_at === null ? '' : nextTry(next_try_at, now),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </div>
      </div>
      <span class={`tag ${look}`}>{name()}</span>
    </li>
  );
}

function nextTry(at: string, now: number): string {
  return Date.parse(at) > now ? say.nextTry({ when: relative(at, now) }) : say.nextNow();
}
