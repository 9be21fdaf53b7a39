import type { SensorKind } from '../incidents/kinds.ts';
import type { Memory, Severity } from './detector.ts';

/** What is known of one kind of incident at one sensor. */
export type KindWatch = {
  /** What its detector remembers. */
  memory?: Memory;
  /** When a warning that is not raised yet was first seen. */
  wrongSince?: number;
  /** The sensor's last incident of the kind: when it was made, how bad it is, when it was over. */
  last?: { createdAt: number; severity: Severity; resolvedAt?: number };
};

/** What detectors and their incidents remember of a sensor. */
export type Watch = { [K in SensorKind]?: KindWatch };

const version = 1;

/** A watch as the sensor's row stores it: JSON with the version of its layout, or nothing. */
export function packWatch(watch: Watch): string {
  return Object.keys(watch).length === 0 ? '' : JSON.stringify([version, watch]);
}

/** @throws Error where a newer program wrote it. */
export function unpackWatch(text: string): Watch {
  if (text === '') return {};
  const [written, watch] = JSON.parse(text) as [number, Watch];
  if (written !== version) throw new Error(`a watch of version ${written} is of a newer program`);
  return watch;
}
