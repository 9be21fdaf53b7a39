import type { Language } from '../../accounts/language.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { type NamedDevice, tankName } from '../tank-name.ts';
import { isOfUnsetClock, unsetMs } from '../unset-clock.ts';
import type { Facts, Happening, IncidentKind } from './kinds.ts';
import { inEnglish, inSwahili } from './span-in-words.ts';

/** `subject` is the tank, with its sensor where it has several. */
type About = { subject: string; begunAt: number; called: (device: NamedDevice) => string };
type Sentence<K extends IncidentKind> = (facts: Facts[K], about: About) => string;
type Sentences = { [K in IncidentKind]: Sentence<K> };

const english: Sentences = {
  note: ({ text }) => text,
  low: ({ level, threshold }, { subject }) =>
    `${subject}: the water is low at ${percent(level)} % (threshold ${percent(threshold)} %).`,
  overflow: ({ level, threshold, spilt_litres: spilt }, { subject }) =>
    spilt === undefined
      ? `${subject}: the tank is close to overflowing at ${percent(level)} % (threshold ${percent(threshold)} %).`
      : `${subject}: about ${spilt} litres ran over while the pump ran on; the level was ${percent(level)} %.`,
  stuck: ({ level, since, told_at }, { subject, begunAt }) =>
    `${subject}: the sensor has said ${percent(level)} % for ${inEnglish((told_at ?? begunAt) - since)} and seems to be stuck.`,
  jump: ({ from, to }, { subject }) =>
    `${subject}: the level jumped from ${percent(from)} to ${percent(to)} %, faster than water can. Check the sensor.`,
  noise: ({ noise, usual }, { subject }) =>
    `${subject}: the readings tremble by ${percent(noise)} %, usually by ${percent(usual)} %. Check the sensor.`,
  heavy_use: ({ percent: fall, litres, minutes }, { subject }) => {
    const amount = litres === null ? `${percent(fall)} %` : `${litres} litres`;
    return `${subject}: ${amount} went out within ${inEnglish(minutes * minuteMs)}, far more than ever before. Look for a burst pipe or an open tap.`;
  },
  battery: ({ battery }) => `The battery of the device is at ${percent(battery)} %.`,
  signal: ({ signal }) => `The device has hardly any network (${Math.round(signal)} dBm).`,
  clock: (facts) => {
    if (isFarBehind(facts))
      return 'The clock of the device is not set. Its readings are set right.';
    if (facts.problem === 'off') {
      const way = facts.minutes > 0 ? 'behind' : 'ahead';
      const span = inEnglish(Math.abs(facts.minutes) * minuteMs);
      return `The clock of the device is ${span} ${way}. Its readings are set right.`;
    }
    const how = facts.problem === 'still' ? 'stands still' : 'jumps';
    return `The clock of the device ${how}. Its readings count as of when they come.`;
  },
  dry_run: ({ minutes, latched, rests_until }, { subject }) => {
    const rests = rests_until === undefined ? 'Switch it off.' : 'It rests and is tried again.';
    const then = latched ? 'It stays off until you clear it.' : rests;
    return `${subject}: the pump ran for ${minutes} minutes and no water came. ${then}`;
  },
  runs_on: (facts, { subject }) => {
    const { minutes, past } = facts;
    if (past === 'full') return `${subject}: the tank is full and the pump still runs.`;
    return past === 'limit'
      ? `${subject}: the pump has run for ${minutes} minutes; ${facts.limit} are allowed.`
      : `${subject}: the pump still runs, ${minutes} minutes after it was told to stop.`;
  },
  offline: ({ last_seen_at, told_at, pumps = [], stops_by, ...facts }, { called }) => {
    const span = inEnglish(told_at - last_seen_at);
    const silent = `${called(facts)} has not been heard of for ${span}`;
    if (pumps.length === 0) return `${silent}.`;
    return `${silent}, and its pump (${pumps.join(', ')}) may still be running.${ownStopInEnglish(told_at, stops_by)} Check it.`;
  },
  outage: (facts) => {
    const { devices, names = [], since, told_at } = facts;
    const span = inEnglish(told_at - since);
    const { places, isAll } = placesIn(facts);
    const where = places > 1 ? ` at ${places} places${isAll ? '' : ' or more'}` : '';
    const begin = `${devices} devices${where} have not been heard of for ${span}`;
    if (names.length === 0) return `${begin}.`;
    const others = devices > names.length ? ` and ${devices - names.length} more` : '';
    return `${begin}: ${names.join(', ')}${others}.`;
  },
  refused: ({ field, message, sent, ...facts }, { called }) => {
    const why = sent === null ? '' : ` (it sent “${sent}”)`;
    const clock = isOfUnsetClock({ field, sent }, facts.since)
      ? ' The clock of the device is not set.'
      : '';
    return `${called(facts)} sends, but its readings are refused: ${field} ${message}${why}.${clock}`;
  },
  unanswered: ({ command, fetched, sent_at, told_at }, { subject }) => {
    const span = inEnglish(told_at - sent_at);
    const done = fetched ? 'acknowledged' : 'fetched';
    return `${subject}: the device is online, but has not ${done} the command "${command}" for ${span}.`;
  },
  leak: ({ litres_per_day, percent_per_day, nights }, { subject }) => {
    const amount =
      litres_per_day === null
        ? `${percent(percent_per_day)} %`
        : `${Math.round(litres_per_day)} litres`;
    return `${subject}: about ${amount} a day seem to leak, as ${nights} nights show.`;
  },
};

const commandsInSwahili: Record<string, string> = { on: 'washa', off: 'zima' };
const swahili: Sentences = {
  note: ({ text }) => text,
  low: ({ level, threshold }, { subject }) =>
    `${subject}: maji yamepungua hadi asilimia ${percent(level)} (kikomo ${percent(threshold)}).`,
  overflow: ({ level, threshold, spilt_litres: spilt }, { subject }) =>
    spilt === undefined
      ? `${subject}: tangi linakaribia kufurika kwa asilimia ${percent(level)} (kikomo ${percent(threshold)}).`
      : `${subject}: takriban lita ${spilt} zilimwagika pampu ikiendelea; maji yalifika asilimia ${percent(level)}.`,
  stuck: ({ level, since, told_at }, { subject, begunAt }) =>
    `${subject}: kihisi kimesema asilimia ${percent(level)} kwa ${inSwahili((told_at ?? begunAt) - since)}; huenda kimekwama.`,
  jump: ({ from, to }, { subject }) =>
    `${subject}: kihisi kimeruka kutoka asilimia ${percent(from)} hadi ${percent(to)}, haraka kuliko maji yanavyoweza. Kagua kihisi.`,
  noise: ({ noise, usual }, { subject }) =>
    `${subject}: vipimo vinatikisika kwa asilimia ${percent(noise)}, kawaida ni ${percent(usual)}. Kagua kihisi.`,
  heavy_use: ({ percent: fall, litres, minutes }, { subject }) => {
    const amount = litres === null ? `asilimia ${percent(fall)}` : `lita ${litres}`;
    return `${subject}: ${amount} zimetoka ndani ya ${inSwahili(minutes * minuteMs)}, nyingi kuliko wakati wowote. Angalia kama bomba limepasuka au mfereji umeachwa wazi.`;
  },
  battery: ({ battery }) => `Betri ya kifaa iko asilimia ${percent(battery)}.`,
  signal: ({ signal }) => `Mtandao wa kifaa ni dhaifu sana (${Math.round(signal)} dBm).`,
  clock: (facts) => {
    if (isFarBehind(facts)) return 'Saa ya kifaa haijawekwa. Vipimo vyake vinasahihishwa.';
    if (facts.problem === 'off') {
      const way = facts.minutes > 0 ? 'iko nyuma' : 'iko mbele';
      const span = inSwahili(Math.abs(facts.minutes) * minuteMs);
      return `Saa ya kifaa ${way} kwa ${span}. Vipimo vyake vinasahihishwa.`;
    }
    const how = facts.problem === 'still' ? 'imesimama' : 'inarukaruka';
    return `Saa ya kifaa ${how}. Vipimo vyake vinahesabiwa kuanzia vinapofika.`;
  },
  dry_run: ({ minutes, latched, rests_until }, { subject }) => {
    const rests = rests_until === undefined ? 'Izime.' : 'Inapumzishwa, kisha itajaribiwa tena.';
    const then = latched ? 'Imezimwa hadi uiruhusu tena.' : rests;
    return `${subject}: pampu imeendeshwa dakika ${minutes} bila maji kuja. ${then}`;
  },
  runs_on: (facts, { subject }) => {
    const { minutes, past } = facts;
    if (past === 'full') return `${subject}: tangi limejaa na pampu bado inaendeshwa.`;
    return past === 'limit'
      ? `${subject}: pampu imeendeshwa dakika ${minutes}; kikomo ni ${facts.limit}.`
      : `${subject}: pampu bado inaendeshwa, dakika ${minutes} baada ya kuambiwa izime.`;
  },
  offline: ({ last_seen_at, told_at, pumps = [], stops_by, ...facts }, { called }) => {
    const span = inSwahili(told_at - last_seen_at);
    const silent = `${called(facts)}: kifaa hakijasikika kwa ${span}`;
    if (pumps.length === 0) return `${silent}.`;
    return `${silent}, na pampu yake (${pumps.join(', ')}) huenda bado inaendeshwa.${ownStopInSwahili(told_at, stops_by)} Ikague.`;
  },
  outage: (facts) => {
    const { devices, names = [], since, told_at } = facts;
    const span = inSwahili(told_at - since);
    const { places, isAll } = placesIn(facts);
    const where = places > 1 ? ` katika sehemu ${places}${isAll ? '' : ' au zaidi'}` : '';
    const begin = `Vifaa ${devices}${where} havijasikika kwa ${span}`;
    if (names.length === 0) return `${begin}.`;
    const others = devices > names.length ? ` na vingine ${devices - names.length}` : '';
    return `${begin}: ${names.join(', ')}${others}.`;
  },
  refused: ({ field, message, sent, ...facts }, { called }) => {
    const what = sent === null ? `${field} ${message}` : `${field} = “${sent}”`;
    const clock = isOfUnsetClock({ field, sent }, facts.since) ? ' Saa ya kifaa haijawekwa.' : '';
    return `${called(facts)}: kifaa kinatuma, lakini vipimo vyake vinakataliwa: ${what}.${clock}`;
  },
  unanswered: ({ command, fetched, sent_at, told_at }, { subject }) => {
    const span = inSwahili(told_at - sent_at);
    const done = fetched ? 'hakijathibitisha' : 'hakijachukua';
    return `${subject}: kifaa kiko mtandaoni, lakini ${done} amri "${commandsInSwahili[command] ?? command}" kwa ${span}.`;
  },
  leak: ({ litres_per_day, percent_per_day, nights }, { subject }) => {
    const amount =
      litres_per_day === null
        ? `asilimia ${percent(percent_per_day)}`
        : `lita ${Math.round(litres_per_day)}`;
    return `${subject}: takriban ${amount} kwa siku zinaonekana kuvuja, kwa siku ${nights} za usiku.`;
  },
};

const sentencesOf: Record<Language, Sentences> = { en: english, sw: swahili };

export type SentenceAbout = {
  sensorName: string | null;
  begunAt: number;
  device?: string;
  isOnlySensor?: boolean;
};

/**
 * Puts an incident into a sentence.
 * @param about name of its sensor, where it has one, the instant at which it began, and what its reader calls
 * the device, where that is known: the sentence begins with it. The sensor is named where the device has several.
 */
export function incidentSentence(
  { kind, facts }: Happening,
  about: SentenceAbout,
  language: Language,
): string {
  const write = sentencesOf[language][kind] as Sentence<IncidentKind>;
  const called = ({ device, named }: NamedDevice) =>
    named === false
      ? (about.device ?? tankName({ name: null, macOrSerial: device }, language))
      : device;
  return write(facts, { subject: subjectOf(about), begunAt: about.begunAt, called });
}

function subjectOf({ sensorName, device, isOnlySensor = false }: SentenceAbout): string {
  if (device === undefined) return sensorName ?? '';
  return isOnlySensor || sensorName === null ? device : `${device}, ${sensorName}`;
}

/** Thousands of days say less than what they come from. */
function isFarBehind(facts: Facts['clock']): boolean {
  return facts.problem === 'off' && facts.minutes * minuteMs >= unsetMs;
}

/** At how many places the devices of an outage stand, and whether the reader knows of all of them. */
function placesIn({ devices, placed = 0, place_count = 0 }: Facts['outage']) {
  return { places: place_count, isAll: placed >= devices };
}

/** What a silent device was told of the end of its run: nobody sees whether it heeds that. */
function ownStopInEnglish(toldAt: number, stopsBy?: number): string {
  if (stopsBy === undefined) return '';
  const told =
    stopsBy > toldAt
      ? `The device was told to stop it by itself, within ${inMinutes(stopsBy - toldAt)} minutes at the latest`
      : 'The device was told to stop it by itself, and should have by now';
  return ` ${told}, which old firmware does not do.`;
}

function ownStopInSwahili(toldAt: number, stopsBy?: number): string {
  if (stopsBy === undefined) return '';
  const told =
    stopsBy > toldAt
      ? `Kifaa kiliambiwa kuizima chenyewe ndani ya dakika ${inMinutes(stopsBy - toldAt)}`
      : 'Kifaa kiliambiwa kuizima chenyewe, na muda huo umepita';
  return ` ${told}; programu ya zamani ya kifaa haifanyi hivyo.`;
}

function inMinutes(spanMs: number): number {
  return Math.ceil(spanMs / minuteMs);
}

function percent(value: number): number {
  return Math.round(value * 10) / 10;
}
