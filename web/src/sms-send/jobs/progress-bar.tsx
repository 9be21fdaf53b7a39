import type { SmsJob } from '../../api/operations.ts';
import { number } from '../../words/format.ts';
import { progressOf } from './job-progress.ts';
import { say } from './words.ts';
import '../sms-send.css';

export function ProgressBar({ job }: { job: SmsJob }) {
  const { ended, total, shares } = progressOf(job);
  const text = say.done({ ended: number(ended), total: number(total) });
  return (
    <div class="sms-send-progress">
      <div
        class="sms-send-bar"
        role="progressbar"
        aria-label={say.progress()}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
        aria-valuetext={text}
      >
        {(['good', 'bad', 'back', 'away'] as const).map((stage) => (
          <div
            key={stage}
            class={`sms-send-part sms-send-part-${stage}`}
            style={{ width: `${shares[stage]}%` }}
          />
        ))}
      </div>
      <p class="small">{text}</p>
    </div>
  );
}
