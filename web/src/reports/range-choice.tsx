import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { type Period, periods, type ReportView } from './report-view.ts';
import { say } from './words.ts';

type Props = { view: ReportView; onChange: (changes: Partial<ReportView>) => void };

/** One of four periods up to now, or days of one's own. */
export function RangeChoice({ view, onChange }: Props) {
  const isDated = view.from !== undefined || view.until !== undefined;
  const own = { from: undefined, until: undefined };
  return (
    <fieldset class="stack">
      <legend class="legend">{say.period()}</legend>
      <div class="row">
        {periods.map((each) => (
          <Button
            key={each}
            aria-pressed={!isDated && view.period === each}
            onClick={() => onChange({ ...own, period: each })}
          >
            {periodText(each)}
          </Button>
        ))}
      </div>
      <div class="reports-choices">
        <Field
          label={say.from()}
          name="from"
          type="date"
          value={view.from ?? ''}
          onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
        />
        <Field
          label={say.until()}
          name="until"
          type="date"
          value={view.until ?? ''}
          onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
        />
      </div>
    </fieldset>
  );
}

function periodText(period: Period): string {
  return { '1d': say.day1, '7d': say.days7, '30d': say.days30, '90d': say.days90 }[period]();
}
