import { hourMs } from '../../../../src/kit/time/units.ts';
import type { Refill } from '../../api/operations.ts';
import { litres, percent, span } from '../../words/format.ts';
import { say } from './words.ts';

type Source = NonNullable<Refill['source']>;
type Ground = NonNullable<Refill['source_by']>;

export const sources = ['pump', 'tanker', 'mains'] as const satisfies Source[];

export function sourceText(source: Source): string {
  return { pump: say.pump, tanker: say.tanker, mains: say.mains }[source]();
}

/** By what the source was told. */
export function groundText(ground: Ground): string {
  const texts = {
    owner: say.byOwner,
    pump_status: say.byPumpStatus,
    command: say.byCommand,
    receipt: say.byReceipt,
    rate: say.byRate,
  };
  return texts[ground]();
}

/** How much came in, and between which levels. */
export function amountText(refill: Refill): string {
  const { litres: volume, percent: share, level_before, level_after } = refill;
  return say.amount({
    amount: volume === null ? percent(share, 1) : litres(volume),
    before: percent(level_before),
    after: percent(level_after),
  });
}

/** How fast it came, and what was drawn meanwhile; undefined where neither is worth a word. */
export function flowText(refill: Refill): string | undefined {
  const { litres_per_hour, drawn, drawn_percent, began_at, ended_at } = refill;
  const hours = ended_at && (Date.parse(ended_at) - Date.parse(began_at)) / hourMs;
  const drawnText = drawn === null ? percent(drawn_percent, 1) : litres(drawn);
  const isDrawn = drawn === null ? drawn_percent >= 0.1 : drawn >= 1;
  const parts = [
    ...(hours ? [span(hours)] : []),
    ...(litres_per_hour === null ? [] : [say.rate({ rate: litres(litres_per_hour) })]),
    ...(isDrawn ? [say.drawn({ amount: drawnText })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** What came in beside what was paid for; what is as near as a sensor can tell is the same. */
export function differenceText({ difference, difference_share }: Refill): string | undefined {
  if (difference === null || difference_share === null) return undefined;
  const values = {
    amount: litres(Math.abs(difference)),
    share: percent(Math.abs(difference_share) * 100),
  };
  if (Math.abs(difference_share) < closeShare) return say.asPaid(values);
  return difference < 0 ? say.lessThanPaid(values) : say.moreThanPaid(values);
}

const closeShare = 0.03;
