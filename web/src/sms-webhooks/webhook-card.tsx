import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { type AnswerOf, call, callPage } from '../api/call.ts';
import type { Webhook, WebhookDelivery } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { useAction } from '../ui/form/use-action.ts';
import { Paged, usePages } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { date, dateTime, relative } from '../words/format.ts';
import { say } from './words.ts';
import './sms-webhooks.css';

type Trial = AnswerOf<'POST /v1/account/webhooks/{id}/test'>;

type Props = { webhook: Webhook; onDelete: () => Promise<void> };

export function WebhookCard({ webhook: { id, url, created_at }, onDelete }: Props) {
  const [isDeleting, askToDelete] = useState(false);
  const [isFollowed, follow] = useState(false);
  const [trial, setTrial] = useState<Trial>();
  const testing = useAction(async () => {
    setTrial(undefined);
    setTrial(await call('POST /v1/account/webhooks/{id}/test', { path: { id } }));
  });
  return (
    <li class="card stack">
      <div>
        <h3 class="sms-webhooks-url">
          <UrlText url={url} />
        </h3>
        <p class="faint small">{say.since({ when: date(created_at) })}</p>
      </div>
      <div class="row">
        <Button isBusy={testing.isBusy} onClick={() => void testing.run()}>
          {say.test()}
        </Button>
        <Button aria-expanded={isFollowed} onClick={() => follow(!isFollowed)}>
          {isFollowed ? say.hide() : say.show()}
        </Button>
        <Button look="danger" onClick={() => askToDelete(true)}>
          {say.delete()}
        </Button>
      </div>
      {testing.isBusy && <p role="status">{say.testing()}</p>}
      <FailureNotice failure={testing.failure} />
      {trial && <TrialResult trial={trial} />}
      {isFollowed && <Deliveries webhookId={id} after={trial} />}
      {isDeleting && (
        <ConfirmDialog
          title={say.deleteTitle()}
          confirm={say.delete()}
          isDangerous
          onConfirm={onDelete}
          onClose={() => askToDelete(false)}
        >
          <p class="sms-webhooks-url">{say.deleteHint({ url })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function TrialResult({ trial: { delivered, status, error } }: { trial: Trial }) {
  if (delivered) {
    return <Notice kind="success">{say.delivered({ status: String(status) })}</Notice>;
  }
  return (
    <Notice kind="danger">
      <p>
        <strong>{say.notDelivered()}</strong> {error && faultSentence(error)}
      </p>
    </Notice>
  );
}

/** May break after dots and slashes. */
function UrlText({ url }: { url: string }) {
  return url.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

type DeliveriesProps = {
  webhookId: number;
  /** Reloads the list when it changes, after a test event for instance. */
  after: unknown;
};

/** Webhook deliveries of the last week, newest first. */
function Deliveries({ webhookId, after }: DeliveriesProps) {
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
