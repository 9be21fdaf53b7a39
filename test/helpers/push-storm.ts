import assert from 'node:assert/strict';
import { call, type OwnedDevice } from './process-client.ts';

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
  /** How many acknowledgements to wait for. */
  until: number;
  /** Called in the moment of the last of them, while many pushes are under way. */
  strike: () => void;
};

const abreast = 24;

/**
 * Many devices push at once, until `strike` ends it: what breaks off after that is nobody's promise,
 * what is acknowledged even then is.
 */
export async function pushUntil({ url, devices, record, until, strike }: Storm): Promise<void> {
  let left = until;
  const pushOn = async () => {
    while (left > 0) {
      const push = nextPush(devices, record.pushes);
      record.pushes.push(push);
      const reply = await call(url, 'POST', '/iot_push.php', { form: push.form }).catch((error) => {
        if (left > 0) throw error;
      });
      if (!reply) return;
      assert.equal(reply.status, 201, reply.text);
      record.acknowledged.push({ push, reading: reply.body as AcknowledgedReading });
      left -= 1;
      if (left === 0) strike();
    }
  };
  await Promise.all(Array.from({ length: abreast }, pushOn));
}

const minuteMs = 60_000;

/**
 * Half the pushes carry no instant; the others are late by up to some hours, ahead by minutes, a
 * repeat of an earlier one, or something else at the instant of an earlier one.
 */
function nextPush(devices: OwnedDevice[], earlier: Push[]): Push {
  const chance = Math.random();
  const known = pick(earlier);
  if (known?.form['recorded_at'] !== undefined) {
    if (chance < 0.15) return known;
    if (chance < 0.25) {
      return toPush(known.device, earlier.length, { recorded_at: known.form['recorded_at'] });
    }
  }
  const device = pick(devices);
  assert.ok(device);
  if (chance < 0.6) return toPush(device, earlier.length, {});
  const minutes = chance < 0.65 ? 4 : -360;
  const recordedAt = Date.now() + Math.random() * minutes * minuteMs;
  return toPush(device, earlier.length, { recorded_at: new Date(recordedAt).toISOString() });
}

function toPush(device: OwnedDevice, mark: number, more: Push['form']): Push {
  const level = Math.round(Math.random() * 1000) / 10;
  const form = { mac_address: device.mac, water_level_percent: level, water_level_cm: mark };
  return { device, mark, form: { ...form, ...more } };
}

function pick<T>(items: T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
