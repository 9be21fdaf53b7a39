import { Button } from '../../ui/button.tsx';
import { type DayCount, dayCounts } from './day-counts.ts';
import { say } from './words.ts';

type Props = { days: DayCount; onChange: (days: DayCount) => void };

export function DayCountChoice({ days, onChange }: Props) {
  return (
    <fieldset class="water-day-counts">
      <legend class="hidden">{say.range()}</legend>
      {dayCounts.map((count) => (
        <Button key={count} aria-pressed={count === days} onClick={() => onChange(count)}>
          {say.days({ count })}
        </Button>
      ))}
    </fieldset>
  );
}
