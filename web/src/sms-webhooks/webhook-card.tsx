import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../api/call.ts';
import type { Webhook } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { date } from '../words/format.ts';
import { Deliveries } from './deliveries.tsx';
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
  return (url.match(/[^./]*[./]|[^./]+/g) ?? []).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
