import type { Language } from '../../../accounts/language.ts';
import type { unknowableReasons } from '../usage/unknowable.ts';
import type { Unit } from '../usage/usage-day.ts';

type UnknowableReason = (typeof unknowableReasons)[number];

/** An amount in its unit. */
export type Amount = { amount: number; unit: Unit };

/** What a report says in words, beside its figures. */
export type RemarkWords = {
  nothing: () => string;
  measured: (days: { measured: number; asked: number }) => string;
  cut: (day: { date: string; from?: string | undefined; until?: string | undefined }) => string;
  unexplained: (by: Amount) => string;
  measuredAnew: (by: Amount) => string;
  unknowable: (sensor: { name: string; reason: UnknowableReason }) => string;
  fewLitres: (days: { known: number; measured: number }) => string;
  sourcesExceed: (by: Amount) => string;
  notOver: (until: { date: string; time: string }) => string;
  beforeAccount: (since: { date: string }) => string;
  noPrice: () => string;
  inPercent: (rows: { count: number }) => string;
  notMeasured: (rows: { count: number }) => string;
  total: () => string;
};

const english: RemarkWords = {
  nothing: () => 'Nothing was measured.',
  measured: ({ measured, asked }) => `${measured} of ${asked} days were measured.`,
  cut: ({ date, from, until }) => {
    if (from === undefined) return `${dayText(date, 'en')} counts until ${until} only.`;
    return until === undefined
      ? `${dayText(date, 'en')} counts from ${from} only.`
      : `${dayText(date, 'en')} counts from ${from} to ${until} only.`;
  },
  unexplained: (by) =>
    `The sums do not meet: by the level, ${inUnit(by, 'en')} came or went that are neither use nor refill. The reading was noisy, or jumped as no water can.`,
  measuredAnew: (by) =>
    `The capacity or the measures of the tank were corrected: ${inUnit(by, 'en')} of difference come of that alone, and count neither as come nor as gone.`,
  unknowable: ({ name, reason }) =>
    reason === 'kept_full'
      ? `${name}: what is used cannot be known, since the tank is kept full.`
      : `${name}: what is used cannot be known, since the sensor has a few levels only.`,
  fewLitres: ({ known, measured }) =>
    `Litres are known of ${known} of the ${measured} days that were measured; the others are left out.`,
  sourcesExceed: (by) =>
    `Pump, tanker and mains come to ${inUnit(by, 'en')} more than was refilled: a refill ran on beyond the month.`,
  notOver: ({ date, time }) =>
    `The month is not over: it counts until ${dayText(date, 'en')}, ${time}.`,
  beforeAccount: ({ date }) =>
    `This account was opened on ${dayText(date, 'en')}, when this month was over.`,
  noPrice: () => 'There are no shillings, since this account has no price of water.',
  inPercent: ({ count }) =>
    count === 1
      ? '1 row is in percent, since its litres are not known: no total counts it.'
      : `${count} rows are in percent, since their litres are not known: no total counts them.`,
  notMeasured: ({ count }) =>
    count === 1 ? '1 row was not measured.' : `${count} rows were not measured.`,
  total: () => 'In all',
};

const swahili: RemarkWords = {
  nothing: () => 'Hakuna kilichopimwa.',
  measured: ({ measured, asked }) => `Siku ${measured} kati ya ${asked} zilipimwa.`,
  cut: ({ date, from, until }) => {
    if (from === undefined) return `${dayText(date, 'sw')} inahesabiwa hadi ${until} tu.`;
    return until === undefined
      ? `${dayText(date, 'sw')} inahesabiwa kuanzia ${from} tu.`
      : `${dayText(date, 'sw')} inahesabiwa kuanzia ${from} hadi ${until} tu.`;
  },
  unexplained: (by) =>
    `Hesabu hazilingani: kwa kiwango, ${inUnit(by, 'sw')} zimeingia au kutoka bila kuwa matumizi wala kujazwa. Kipimo kiliyumba, au kiliruka kuliko maji yanavyoweza.`,
  measuredAnew: (by) =>
    `Ujazo au vipimo vya tangi vilirekebishwa: tofauti ya ${inUnit(by, 'sw')} inatokana na hilo tu, wala haihesabiwi kuwa maji yaliyoingia au kutoka.`,
  unknowable: ({ name, reason }) =>
    reason === 'kept_full'
      ? `${name}: yaliyotumika hayawezi kujulikana, kwa kuwa tangi hujazwa muda wote.`
      : `${name}: yaliyotumika hayawezi kujulikana, kwa kuwa kihisi kina viwango vichache tu.`,
  fewLitres: ({ known, measured }) =>
    `Lita zinajulikana za siku ${known} kati ya ${measured} zilizopimwa; nyingine hazimo.`,
  sourcesExceed: (by) =>
    `Pampu, lori la maji na bomba vinafika ${inUnit(by, 'sw')} zaidi ya yaliyojazwa: kujaza kuliendelea nje ya mwezi.`,
  notOver: ({ date, time }) => `Mwezi haujaisha: unahesabiwa hadi ${dayText(date, 'sw')}, ${time}.`,
  beforeAccount: ({ date }) =>
    `Akaunti hii ilifunguliwa ${dayText(date, 'sw')}, mwezi huu ulipokuwa umekwisha.`,
  noPrice: () => 'Hakuna shilingi, kwa kuwa akaunti hii haina bei ya maji.',
  inPercent: ({ count }) =>
    count === 1
      ? 'Safu 1 iko kwa asilimia, kwa kuwa lita zake hazijulikani: haimo kwenye jumla.'
      : `Safu ${count} ziko kwa asilimia, kwa kuwa lita zake hazijulikani: hazimo kwenye jumla.`,
  notMeasured: ({ count }) => (count === 1 ? 'Safu 1 haikupimwa.' : `Safu ${count} hazikupimwa.`),
  total: () => 'Jumla',
};

export const remarkWords: Record<Language, RemarkWords> = { en: english, sw: swahili };

function inUnit({ amount, unit }: Amount, language: Language): string {
  const digits = unit === 'percent' ? 1 : 0;
  const text = new Intl.NumberFormat(locales[language], { maximumFractionDigits: digits }).format(
    amount,
  );
  if (unit === 'percent') return `${text} %`;
  return language === 'sw' ? `lita ${text}` : `${text} litres`;
}

/** Locales of numbers and dates, as on the screens. */
const locales = { en: 'en-KE', sw: 'sw-KE' } as const;

/** Writes a date such as 2026-11-12 as `Thu 12 Nov 2026`. */
function dayText(date: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(locales[language], {
    ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
    timeZone: 'UTC',
  }).formatToParts(Date.parse(date));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
}
