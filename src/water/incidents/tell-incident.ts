import type { Language } from '../../accounts/language.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Facts, Happening, IncidentKind } from './kinds.ts';

type About = { sensor: string; begunAt: number };
type Sentence<K extends IncidentKind> = (facts: Facts[K], about: About) => string;
type Sentences = { [K in IncidentKind]: Sentence<K> };

const english: Sentences = {
  note: ({ text }) => text,
  low: ({ level, threshold }, { sensor }) =>
    `${sensor}: the water is low at ${percent(level)} % (threshold ${percent(threshold)} %).`,
  overflow: ({ level, threshold }, { sensor }) =>
    `${sensor}: the tank is close to overflowing at ${percent(level)} % (threshold ${percent(threshold)} %).`,
  dry_run: ({ minutes }, { sensor }) =>
    `${sensor}: the pump ran for ${minutes} minutes and no water came. It stays off until you clear it.`,
  runs_on: ({ minutes, limit }, { sensor }) =>
    limit > 0
      ? `${sensor}: the pump has run for ${minutes} minutes; ${limit} are allowed.`
      : `${sensor}: the pump still runs, ${minutes} minutes after it was told to stop.`,
  offline: ({ device, last_seen_at }, { begunAt }) => {
    const { count, unit } = inLargestUnit(begunAt - last_seen_at);
    return `${device} has not been heard of for ${count} ${unit}.`;
  },
};

const swahiliUnits = { days: 'siku', hours: 'saa', minutes: 'dakika', seconds: 'sekunde' };

const swahili: Sentences = {
  note: ({ text }) => text,
  low: ({ level, threshold }, { sensor }) =>
    `${sensor}: maji yamepungua hadi asilimia ${percent(level)} (kikomo ${percent(threshold)}).`,
  overflow: ({ level, threshold }, { sensor }) =>
    `${sensor}: tangi linakaribia kufurika kwa asilimia ${percent(level)} (kikomo ${percent(threshold)}).`,
  dry_run: ({ minutes }, { sensor }) =>
    `${sensor}: pampu imeendeshwa dakika ${minutes} bila maji kuja. Imezimwa hadi uiruhusu tena.`,
  runs_on: ({ minutes, limit }, { sensor }) =>
    limit > 0
      ? `${sensor}: pampu imeendeshwa dakika ${minutes}; kikomo ni ${limit}.`
      : `${sensor}: pampu bado inaendeshwa, dakika ${minutes} baada ya kuambiwa izime.`,
  offline: ({ device, last_seen_at }, { begunAt }) => {
    const { count, unit } = inLargestUnit(begunAt - last_seen_at);
    return `${device}: kifaa hakijasikika kwa ${swahiliUnits[unit]} ${count}.`;
  },
};

const sentencesOf: Record<Language, Sentences> = { en: english, sw: swahili };

/**
 * Tells an incident in a sentence.
 * @param about the sensor that it is about, where it is about one, and when it began
 */
export function tellIncident(
  { kind, facts }: Happening,
  about: { sensorName: string | null; begunAt: number },
  language: Language,
): string {
  const tell = sentencesOf[language][kind] as Sentence<IncidentKind>;
  return tell(facts, { sensor: about.sensorName ?? '', begunAt: about.begunAt });
}

const units = [
  { unit: 'days', ms: dayMs },
  { unit: 'hours', ms: hourMs },
  { unit: 'minutes', ms: minuteMs },
  { unit: 'seconds', ms: 1000 },
] as const;

/** A span in the largest unit of which it holds two. */
function inLargestUnit(spanMs: number) {
  const { unit, ms } = units.find((each) => spanMs >= 2 * each.ms) ?? units[3];
  return { count: Math.max(0, Math.floor(spanMs / ms)), unit };
}

/** Percents to a tenth. */
function percent(value: number): number {
  return Math.round(value * 10) / 10;
}
