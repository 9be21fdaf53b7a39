import type { TankSensor } from '../api/operations.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { percent } from '../words/format.ts';
import { doubtSentence } from './tank-sentences.ts';
import { say } from './words.ts';

const reasons = {
  zero: say.doubtZero,
  echo: say.doubtEcho,
  fall: say.doubtFall,
  step: say.doubtStep,
} as const;

/** Notice that the level is in doubt, for what alerts of it wait, and why; nothing while it is believed. */
export function DoubtNotice({ sensor }: { sensor: TankSensor | undefined }) {
  const now = useNow();
  // A list stored by an older version knows of no doubts.
  const doubt = sensor?.doubt;
  if (!doubt) return null;
  return (
    <Notice kind="warning">
      <div>
        <p>
          <strong>{doubtSentence(doubt, now)}.</strong>
        </p>
        <p>{reasons[doubt.reason]({ before: percent(doubt.level_before) })}</p>
      </div>
    </Notice>
  );
}
