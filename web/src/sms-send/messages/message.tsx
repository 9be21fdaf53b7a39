import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { SmsMessage } from '../../api/operations.ts';
import { isCancellable, isEnded } from '../../sms-account/message-state/message-state.ts';
import { meaningOf } from '../../sms-account/message-state/state-words.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dateTime } from '../../words/format.ts';
import { readablePhone } from '../../words/readable-phone.ts';
import { StateTag } from '../state-tag.tsx';
import { usePoll } from '../use-poll.ts';
import { say } from './words.ts';

/** Age up to which a message is polled often: its sender is watching. */
const freshMs = 120_000;
/** Age from which polling ends: such a message hardly gets a final state now. */
const longestMs = 86_400_000;

export function MessageScreen() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const message = useLoad(
    (signal) =>
      call('GET /v1/account/sms/messages/{message_id}', { path: { message_id: id }, signal }),
    [id],
  );
  usePoll(message.reload, message.data && pollMs(message.data));
  return (
    <SmsPage
      title={message.data ? readablePhone(message.data.to) : say.message({ id })}
      back={{ href: '/sms/messages', label: say.title() }}
    >
      <Loaded of={message}>{(found) => <Found message={found} onChange={message.set} />}</Loaded>
    </SmsPage>
  );
}

function pollMs({ status, created_at, scheduled_at }: SmsMessage): number | undefined {
  if (isEnded(status)) return undefined;
  const age = Math.abs(Date.now() - Date.parse(scheduled_at ?? created_at));
  if (age > longestMs) return undefined;
  return age < freshMs ? 1_000 : 30_000;
}

function Found({
  message,
  onChange,
}: {
  message: SmsMessage;
  onChange: (message: SmsMessage) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [wasCancelled, setCancelled] = useState(false);
  const cancel = async () => {
    const path = { message_id: message.message_id };
    onChange(await call('DELETE /v1/account/sms/messages/{message_id}', { path }));
    setCancelled(true);
  };
  const { status } = message;
  return (
    <>
      <section class="card stack" aria-label={say.status()}>
        <div class="row" role="status">
          <StateTag status={status} isSimulated={message.simulated} />
          <span>{meaningOf(status, message.simulated)}</span>
        </div>
        {wasCancelled && (
          <Notice kind="success">
            <p>{say.wasCancelled()}</p>
          </Notice>
        )}
        {isCancellable(status) && (
          <p>
            <Button look="danger" onClick={() => setAsking(true)}>
              {say.cancel()}
            </Button>
          </p>
        )}
      </section>
      <MessageFacts message={message} />
      {isAsking && (
        <ConfirmDialog
          title={say.cancelTitle()}
          confirm={say.cancel()}
          isDangerous
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        >
          <p>{say.cancelAbout()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const refunded = ['failed', 'expired', 'cancelled'];

function MessageFacts({ message }: { message: SmsMessage }) {
  const { message_id, job_id, to, segments, encoding, cost, status, error, attempts } = message;
  const { scheduled_at, created_at, sent_at, delivered_at } = message;
  const credits = say.credits({ count: cost });
  const facts: [string, ComponentChildren][] = [
    [say.to(), readablePhone(to)],
    [say.reference(), message.reference],
    [say.error(), error && faultSentence(error)],
    [
      say.ofJob(),
      job_id !== null && <a href={`/sms/jobs/${job_id}`}>{say.jobName({ id: String(job_id) })}</a>,
    ],
    [say.class(), message.class === 'promotional' ? say.promotional() : say.transactional()],
    [
      say.size(),
      `${say.segments({ count: segments })}, ${encoding === 'gsm7' ? say.gsm7() : say.ucs2()}`,
    ],
    [say.cost(), refunded.includes(status) ? say.returned({ credits }) : credits],
    [say.way(), message.simulated && say.simulated()],
    [say.created(), dateTime(created_at)],
    [say.due(), scheduled_at && dateTime(scheduled_at)],
    [say.sent(), sent_at && dateTime(sent_at)],
    [say.attempts(), attempts > 1 && attempts],
    [say.delivered(), delivered_at && dateTime(delivered_at)],
  ];
  return (
    <section class="card stack" aria-labelledby="sms-send-text">
      <h2 id="sms-send-text">{say.text()}</h2>
      {message.redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class="sms-text sms-bubble">{message.message}</p>
      )}
      <dl class="sms-send-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p class="faint small">{say.message({ id: message_id })}</p>
    </section>
  );
}
