import type { ComponentChildren } from 'preact';
import type { SmsMessage } from '../../api/operations.ts';
import { readablePhone } from '../../sms-account/phone-search.ts';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';

const refunded = ['failed', 'expired', 'cancelled'];

/** All that the API says of a message. */
export function MessageFacts({ message }: { message: SmsMessage }) {
  const { message_id, job_id, to, segments, encoding, cost, status, error, attempts } = message;
  const { scheduled_at, created_at, sent_at, delivered_at } = message;
  const credits = say.credits({ count: cost });
  const facts: [string, ComponentChildren][] = [
    [say.to(), readablePhone(to)],
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
