import { toIso } from '../../src/kit/time/instant.ts';
import { minuteMs } from '../../src/kit/time/units.ts';
import type { Publisher } from './mqtt-load.ts';

/** Readings of a batch: what a board that measures each minute keeps in an hour and a half. */
export const batchOf = 100;

/** Batches of one device, one after the other in time, that end before now. */
const mostOfDevice = 8;
const begun = Date.now() - mostOfDevice * batchOf * minuteMs;

type Fields = Record<string, string>;

/** The devices of forms, each with the same readings as messages of MQTT. */
export function publishersOf(forms: readonly string[]): Publisher[] {
  const payloads = new Map<string, string[]>();
  for (const form of forms) {
    const { mac_address: mac = '', ...reading } = Object.fromEntries(new URLSearchParams(form));
    payloads.set(mac, [...(payloads.get(mac) ?? []), JSON.stringify(numbersOf(reading))]);
  }
  return Array.from(payloads, ([mac, own]) => ({ mac, payloads: own }));
}

/** @param nth batch of this device, from 0. */
export function jsonBatch(mac: string, nth: number): string {
  const readings = instantsOf(nth).map((recorded_at, index) => ({
    water_level_percent: levelAt(index),
    recorded_at,
  }));
  return JSON.stringify({ mac_address: mac, readings });
}

/** The same in lines; its device stands in the query. */
export function csvBatch(nth: number): string {
  const lines = instantsOf(nth).map((at, index) => `${levelAt(index)},${Date.parse(at) / 1000}`);
  return `${['water_level_percent,recorded_at', ...lines].join('\n')}\n`;
}

function instantsOf(nth: number): string[] {
  if (nth >= mostOfDevice) throw new Error(`no batch ${nth} ends before now`);
  const start = Math.floor(begun / minuteMs) * minuteMs + nth * batchOf * minuteMs;
  return Array.from({ length: batchOf }, (_, index) => toIso(start + index * minuteMs));
}

/** Somebody draws water all the time. */
function levelAt(index: number): number {
  return Math.round((80 - index * 0.1) * 10) / 10;
}

function numbersOf(fields: Fields): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      Number.isNaN(Number(text)) ? text : Number(text),
    ]),
  );
}
