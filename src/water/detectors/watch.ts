import type { DetectedKind } from '../incidents/kinds.ts';
import type { Memory, Severity } from './detector.ts';
import { detectors } from './detectors.ts';
import { deviceDetectors } from './device/device-detectors.ts';

/** What is known of one kind of incident at one sensor, or device. */
export type KindWatch = {
  /** What its detector remembers. */
  memory?: Memory;
  /** When a warning that is not raised yet was first seen. */
  wrongSince?: number;
  /** The last incident of the kind: when it was made, how bad it is, when it was over. */
  last?: { createdAt: number; severity: Severity; resolvedAt?: number };
};

/** What detectors and their incidents remember of a sensor, or of a device. */
export type Watch = { [K in DetectedKind]?: KindWatch };

type Stored = [
  kind: DetectedKind,
  wrongSince: number,
  createdAt: number,
  severity: number,
  resolvedAt: number,
  ...memory: (number | null)[],
];

const version = 1;
const severities: readonly Severity[] = ['warning', 'critical'];

/** What the detector of each kind remembers, in the order in which it is stored. */
const remembered = new Map<string, readonly string[]>(
  [...detectors, ...deviceDetectors].map(({ kind, remembers }) => [kind, remembers]),
);

/**
 * A watch as a row stores it: JSON with the version of its layout, or nothing. Every push reads and
 * writes it, so each kind is an array without names; 0 stands for an instant that is not there.
 */
export function packWatch(watch: Watch): string {
  let packed = '';
  for (const kind in watch) {
    const known = watch[kind as DetectedKind];
    if (known) packed += `,${packKind(kind, known)}`;
  }
  return packed && `[${version}${packed}]`;
}

function packKind(kind: string, { memory, wrongSince = 0, last }: KindWatch): string {
  let packed = `["${kind}",${wrongSince}`;
  packed += last
    ? `,${last.createdAt},${severities.indexOf(last.severity)},${last.resolvedAt ?? 0}`
    : ',0,0,0';
  for (const name of (memory && remembered.get(kind)) ?? []) packed += `,${memory?.[name] ?? null}`;
  return `${packed}]`;
}

/** @throws Error where a newer program wrote it. */
export function unpackWatch(text: string): Watch {
  if (text === '') return {};
  const [written, ...kinds] = JSON.parse(text) as [number, ...Stored[]];
  if (written !== version) throw new Error(`a watch of version ${written} is of a newer program`);
  const watch: Watch = {};
  for (const stored of kinds) watch[stored[0]] = unpackKind(stored);
  return watch;
}

const firstOfMemory = 5;

function unpackKind(stored: Stored): KindWatch {
  const [kind, wrongSince, createdAt, severity, resolvedAt] = stored;
  const known: KindWatch = {};
  if (wrongSince > 0) known.wrongSince = wrongSince;
  if (createdAt > 0) {
    known.last = { createdAt, severity: severities[severity] ?? 'critical' };
    if (resolvedAt > 0) known.last.resolvedAt = resolvedAt;
  }
  const names = remembered.get(kind);
  if (!names || stored.length <= firstOfMemory) return known;
  const memory: { [name: string]: number } = {};
  for (let at = firstOfMemory; at < stored.length; at += 1) {
    const [name, value] = [names[at - firstOfMemory], stored[at]];
    if (name !== undefined && typeof value === 'number') memory[name] = value;
  }
  known.memory = memory;
  return known;
}
