import type { Verdict } from './judge.ts';

const heads = [
  'world',
  'starts a day (most)',
  'longest, min',
  'spilt by server / sensor / other, l',
];
const more = [
  'hours empty (unexplained)',
  'told of what is wrong',
  'missed',
  'for nothing',
  'not fetched',
];

/** A line a world, and the totals, as a table of Markdown. */
export function reportOf(verdicts: readonly Verdict[]): string {
  const rows = [[...heads, ...more], [...heads, ...more].map(() => '---'), ...verdicts.map(rowOf)];
  return [...rows.map((row) => `| ${row.join(' | ')} |`), '', totalsOf(verdicts)].join('\n');
}

function rowOf({ name, starts, longestMinutes, longRuns, spilling, ...rest }: Verdict): string[] {
  const { emptiness, told, neverFetched } = rest;
  const hours = sum(Object.values(emptiness.hours));
  const { byServer, bySensor, byOther } = spilling;
  return [
    name,
    `${starts.mean.toFixed(1)} (${starts.most})`,
    `${longestMinutes}${longRuns.length > 0 ? ` **${longRuns.length} too long**` : ''}`,
    [byServer, bySensor, byOther].map(Math.round).join(' / '),
    `${hours.toFixed(0)} (${(emptiness.hours.unexplained ?? 0).toFixed(1)})`,
    `${told.troubles.filter(({ toldAt }) => toldAt !== undefined).length} of ${told.troubles.length}`,
    String(told.missed.length),
    String(told.forNothing.length),
    String(sum(Object.values(neverFetched))),
  ];
}

function totalsOf(verdicts: readonly Verdict[]): string {
  const total = (of: (verdict: Verdict) => number) => sum(verdicts.map(of));
  return [
    `${verdicts.length} worlds, ${total(({ starts }) => starts.count)} runs:`,
    `${total(({ longRuns }) => longRuns.length)} longer than the longest,`,
    `${Math.round(total(({ spilling }) => spilling.byServer))} litres spilt by the server,`,
    `${total(({ emptiness }) => emptiness.hours.unexplained ?? 0).toFixed(1)} hours empty without a reason,`,
    `${total(({ told }) => told.missed.length)} troubles not told,`,
    `${total(({ told }) => told.forNothing.length)} alerts for nothing,`,
    `${total(({ starts }) => starts.withoutRest)} starts without rest.`,
  ].join(' ');
}

/** Everything that falls short, with its world and time. */
export function findingsOf(verdicts: readonly Verdict[]): string {
  const lines: string[] = [];
  for (const { name, longRuns, spilling, emptiness, told, starts, ...rest } of verdicts) {
    const say = (line: string) => lines.push(`${name}: ${line}`);
    for (const { from, minutes, limit, byOwner } of longRuns) {
      const whose = byOwner ? ', prolonged by the owner' : '';
      say(`run of ${minutes} minutes (longest ${limit}${whose}) at ${timeOf(from)}`);
    }
    if (spilling.firstByServer !== undefined) {
      say(
        `${Math.round(spilling.byServer)} l spilt by the server from ${timeOf(spilling.firstByServer)}`,
      );
    }
    const hours = Object.entries(emptiness.hours).map(([why, many]) => `${why} ${many.toFixed(1)}`);
    if (hours.length > 0) say(`hours below 5 %: ${hours.join(', ')}`);
    if (emptiness.firstUnexplained !== undefined) {
      say(`first hour empty without a reason at ${timeOf(emptiness.firstUnexplained)}`);
    }
    for (const { what, from, until } of told.missed) {
      say(`not told: ${what}, ${timeOf(from)}, ${until - from} minutes`);
    }
    for (const { kind, minute, message } of told.forNothing) {
      say(`for nothing: ${kind} at ${timeOf(minute)}: ${message}`);
    }
    if (starts.firstWithoutRest !== undefined) {
      say(
        `${starts.withoutRest} starts without rest, the first at ${timeOf(starts.firstWithoutRest)}`,
      );
    }
    if (starts.most > 12) say(`${starts.most} starts in a day`);
    const kinds = Object.entries(rest.neverFetched).map(([what, many]) => `${many} ${what}`);
    if (kinds.length > 0) say(`never fetched: ${kinds.join(', ')}`);
    for (const refusal of new Set(rest.refusals)) say(`against the documents: ${refusal}`);
  }
  return lines.join('\n');
}

export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const ofDay = minute % 1440;
  return `day ${Math.floor(minute / 1440)} ${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
