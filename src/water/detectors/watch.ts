import { type DetectedKind, detectedKinds, kinds } from '../incidents/kinds.ts';
import type { DetectedSeverity, Memory } from './detector.ts';
import { deviceDetectors } from './device-detectors.ts';
import { tankDetectors } from './tank/tank-detectors.ts';

/** State of one kind of incident at one sensor or device. */
export type KindWatch = {
  memory?: Memory;
  /** Instant at which a warning that is not raised yet was first seen. */
  wrongSince?: number;
  /** Last incident of the kind: when it was raised, its severity, and when it ended. */
  last?: { createdAt: number; severity: DetectedSeverity; resolvedAt?: number };
};

/** Memory of the detectors at a sensor or device, and their last incidents. */
export type Watch = { [K in DetectedKind]?: KindWatch };

const version = 2;
const severities: readonly DetectedSeverity[] = ['warning', 'critical'];

/** In the order of their numbers, in which rows store them. */
const storedKinds = [...detectedKinds].sort((a, b) => kinds[a].number - kinds[b].number);
const kindOf = new Map<number, DetectedKind>(storedKinds.map((kind) => [kinds[kind].number, kind]));

/** Names of the memory of each kind's detector, in the order in which they are stored. */
const remembered = new Map<string, readonly string[]>(
  [...tankDetectors, ...deviceDetectors].map(({ kind, remembers }) => [kind, remembers]),
);

/**
 * Packs a watch as its row stores it: a flat array of numbers as JSON, since every push reads and writes it
 * and nested arrays take twice as long to read; empty text for an empty watch. First the version of the
 * layout, then for each kind its number, `wrongSince`, the last incident's `createdAt`, severity and
 * `resolvedAt`, the number of remembered values, and these values. 0 stands for an absent instant.
 */
export function packWatch(watch: Watch): string {
  let packed = '';
  for (const kind of storedKinds) {
    const known = watch[kind];
    if (known) packed += `,${kinds[kind].number}${packKind(kind, known)}`;
  }
  return packed && `[${version}${packed}]`;
}

function packKind(kind: DetectedKind, { memory, wrongSince = 0, last }: KindWatch): string {
  let packed = `,${wrongSince}`;
  packed += last
    ? `,${last.createdAt},${severities.indexOf(last.severity)},${last.resolvedAt ?? 0}`
    : ',0,0,0';
  const all = (memory && remembered.get(kind)) ?? [];
  // Those that come last are absent most of the time.
  const names = all.slice(
    0,
    1 +
      Math.max(
        0,
        all.findLastIndex((name) => memory?.[name] !== undefined),
      ),
  );
  packed += `,${names.length}`;
  for (const name of names) packed += `,${memory?.[name] ?? null}`;
  return packed;
}

/** @throws Error if a newer program wrote it. */
export function unpackWatch(text: string): Watch {
  if (text === '') return {};
  const numbers = JSON.parse(text) as [number, ...(number | null)[]];
  if (numbers[0] !== version) throw new Error(`a watch of version ${numbers[0]} is not known`);
  const watch: Watch = {};
  for (let at = 1; at < numbers.length; ) {
    const kind = kindOf.get(numbers[at] ?? -1);
    const size = numbers[at + sizeAt] ?? 0;
    if (kind) watch[kind] = unpackKind(kind, numbers, at);
    at += sizeAt + 1 + size;
  }
  return watch;
}

/** Offset, among the numbers of a kind, of the number of remembered values. */
const sizeAt = 5;

function unpackKind(
  kind: DetectedKind,
  numbers: readonly (number | null)[],
  at: number,
): KindWatch {
  const known: KindWatch = {};
  const [wrongSince, createdAt, resolvedAt] = [numbers[at + 1], numbers[at + 2], numbers[at + 4]];
  if (wrongSince) known.wrongSince = wrongSince;
  if (createdAt) {
    known.last = { createdAt, severity: severities[numbers[at + 3] ?? 1] ?? 'critical' };
    if (resolvedAt) known.last.resolvedAt = resolvedAt;
  }
  const size = numbers[at + sizeAt] ?? 0;
  if (size === 0) return known;
  const names = remembered.get(kind) ?? [];
  const memory: { [name: string]: number } = {};
  for (let index = 0; index < size; index += 1) {
    const [name, value] = [names[index], numbers[at + sizeAt + 1 + index]];
    if (name !== undefined && typeof value === 'number') memory[name] = value;
  }
  known.memory = memory;
  return known;
}
