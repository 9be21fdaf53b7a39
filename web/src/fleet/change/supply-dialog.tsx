import { useState } from 'preact/hooks';
import { sayWeekTime, type WeekTime, writeSupply } from '../../week-times/week-times.ts';
import { WeekTimesFields } from '../../week-times/week-times-fields.tsx';
import { say as sayTimes } from '../../week-times/words.ts';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

/** Time offered first; its days differ by street. */
const usual: WeekTime = { days: [], from: '04:00', until: '11:00' };
/** The longest times of so many fit into what the API takes. */
const mostTimes = 5;

/** Says for the chosen devices when the mains supply comes. */
export function SupplyDialog(props: ChangeProps) {
  const [times, setTimes] = useState<WeekTime[]>([usual]);
  const isWhole = times.every(({ days }) => days.length > 0);
  return (
    <ChangeDialog
      {...props}
      title={say.supply()}
      what={times.length === 0 ? say.noSupply() : times.map(sayWeekTime).join('; ')}
      cellsOf={() => ({ supply: writeSupply(times) })}
      warning={say.supplyWarning()}
      refusal={isWhole ? undefined : sayTimes.noDay()}
    >
      <p class="faint">{say.supplyHint()}</p>
      <WeekTimesFields
        times={times}
        onChange={setTimes}
        usual={usual}
        most={mostTimes}
        name="supply"
        failure={undefined}
      />
    </ChangeDialog>
  );
}
