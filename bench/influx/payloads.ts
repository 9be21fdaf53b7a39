import { toIso } from '../../src/kit/time/instant.ts';
import { hourMs, minuteMs } from '../../src/kit/time/units.ts';

/** A level of a device, percent, and when it was measured, epoch milliseconds. */
export type Sample = { mac: string; level: number; at: number };

/** Readings of a device's buffer: what a board that measures each minute keeps in an hour and a half. */
export const bufferOf = 100;

/** Beyond what a device's clock can be wrong by, and before readings are packed. */
const begun = Math.floor((Date.now() - 40 * hourMs) / minuteMs) * minuteMs;
/** Where each kind of batches begins, so that none meets another's readings. */
const starts = { buffers: begun, rounds: begun + 10 * hourMs, late: begun + 14 * hourMs } as const;

/** A device's buffer. @param nth of its buffers of this kind, from 0. */
export function bufferOfDevice(mac: string, kind: 'buffers' | 'late', nth: number): Sample[] {
  const start = starts[kind] + nth * bufferOf * minuteMs;
  return Array.from({ length: bufferOf }, (_, index) => ({
    mac,
    level: levelAt(index),
    at: start + index * minuteMs,
  }));
}

/** A reading of each device, of one minute. @param nth such minute, from 0. */
export function roundOfDevices(macs: readonly string[], nth: number): Sample[] {
  return macs.map((mac) => ({ mac, level: levelAt(nth), at: starts.rounds + nth * minuteMs }));
}

/** Somebody draws water all the time. */
function levelAt(index: number): number {
  return Math.round((80 - index * 0.1) * 10) / 10;
}

/** A batch for Kisima, whose readings each name their device. */
export function batchOf(samples: readonly Sample[]): string {
  const [first] = samples;
  const isOfOne = samples.every(({ mac }) => mac === first?.mac);
  const readings = samples.map(({ mac, level, at }) => ({
    ...(!isOfOne && { mac_address: mac }),
    water_level_percent: level,
    recorded_at: toIso(at),
  }));
  return JSON.stringify({ ...(isOfOne && { mac_address: first?.mac }), readings });
}

/** The same in the line protocol of InfluxDB, with instants in milliseconds. */
export function linesOf(samples: readonly Sample[]): string {
  return samples
    .map(({ mac, level, at }) => `tank,device=${mac} water_level_percent=${level} ${at}`)
    .join('\n');
}

/** A push by form as a point of InfluxDB, which dates it when it comes, as Kisima does. */
export function lineOfForm(form: string): string {
  const { mac_address, ...fields } = Object.fromEntries(new URLSearchParams(form));
  const values = Object.entries(fields).map(([name, text]) =>
    Number.isNaN(Number(text)) ? `${name}="${text}"` : `${name}=${text}`,
  );
  return `tank,device=${mac_address} ${values.join(',')}`;
}
