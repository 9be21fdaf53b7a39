import assert from 'node:assert/strict';
import { openPushLine } from '../http/push-line.ts';
import type { OwnedDevice } from '../server/process-client.ts';

/** A push as it was sent. Each has a `water_level_cm` that no other push has: its mark. */
export type Push = { device: OwnedDevice; mark: number; form: Record<string, string | number> };

/** A reading as the server answered it, with 201. */
export type AcknowledgedReading = {
  device_id: string;
  sensor_name: string;
  recorded_at: string;
  level: number;
  level_cm: number;
};

export type Acknowledgement = { push: Push; reading: AcknowledgedReading };

/** All that was ever pushed, and all that was ever acknowledged. */
export type StormRecord = { pushes: Push[]; acknowledged: Acknowledgement[] };

type Storm = {
  url: string;
  devices: OwnedDevice[];
  record: StormRecord;
  until: number;
  /** Age up to which readings are pushed; some hours by default. */
  oldestDays?: number;
  /** Called in the moment of the last of them, while many pushes are under way. */
  strike: () => void;
};

const abreast = 24;

/**
 * Many devices push at once, until `strike` ends it: what breaks off after that is nobody's promise,
 * what is acknowledged even then is.
 */
export async function pushUntil(storm: Storm): Promise<void> {
  const { url, devices, record, until, strike, oldestDays = 0.25 } = storm;
  let left = until;
  const pushOn = async () => {
    const line = openPushLine(url);
    while (left > 0) {
      const push = nextPush(devices, record.pushes, oldestDays);
      record.pushes.push(push);
      const answer = await line.push(push.form).catch((error) => {
        if (left > 0) throw error;
      });
      if (!answer) return;
      assert.equal(answer.status, 201, answer.text);
      record.acknowledged.push({ push, reading: JSON.parse(answer.text) });
      left -= 1;
      if (left === 0) strike();
    }
    line.close();
  };
  await Promise.all(Array.from({ length: abreast }, pushOn));
}

const minuteMs = 60_000;

/**
 * Half the pushes carry no instant; the others are late by up to `oldestDays`, a repeat of an earlier
 * one, or something else at the instant of an earlier one. The clock of the first device is ahead, so
 * that whatever it pushes without an instant comes late.
 */
function nextPush(devices: OwnedDevice[], earlier: Push[], oldestDays: number): Push {
  const mark = earlier.length;
  const chance = Math.random();
  const known = pick(earlier);
  if (known?.form['recorded_at'] !== undefined) {
    if (chance < 0.15) return known;
    const { recorded_at } = known.form;
    if (chance < 0.25) return toPush(known.device, mark, { recorded_at });
  }
  const device = pick(devices);
  assert.ok(device);
  if (chance < 0.7) return toPush(device, mark, {});
  const minutes = device === devices[0] ? 4 : -1440 * oldestDays;
  const recordedAt = new Date(Date.now() + Math.random() * minutes * minuteMs);
  return toPush(device, mark, { recorded_at: recordedAt.toISOString() });
}

function toPush(device: OwnedDevice, mark: number, more: Push['form']): Push {
  const level = Math.round(Math.random() * 1000) / 10;
  const form = { mac_address: device.mac, water_level_percent: level, water_level_cm: mark };
  return { device, mark, form: { ...form, ...more } };
}

function pick<T>(items: T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
