import type { SmsJob } from '../../api/operations.ts';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';

/** What was asked for. */
export function JobFacts({ job }: { job: SmsJob }) {
  const { message, campaign, scheduled_at, created_at, finished_at } = job;
  const facts: [string, string | null][] = [
    [say.campaign(), campaign],
    [say.class(), job.class === 'promotional' ? say.promotional() : say.transactional()],
    [say.created(), dateTime(created_at)],
    [say.due(), scheduled_at && dateTime(scheduled_at)],
    [say.finished(), finished_at && dateTime(finished_at)],
  ];
  return (
    <section class="card stack" aria-labelledby="sms-send-facts">
      <h2 id="sms-send-facts">{say.facts()}</h2>
      <h3 class="hidden">{say.message()}</h3>
      {job.redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class="sms-text sms-bubble">{message}</p>
      )}
      <dl class="sms-send-facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
