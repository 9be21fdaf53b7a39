import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from '../database/check-stored.ts';
import { readStored } from '../database/stored-readings.ts';
import { type Storage, startKisima } from '../server/kisima-process.ts';
import { make, type Owner, registerOwner } from '../server/process-client.ts';
import { pushUntil, type StormRecord } from './push-storm.ts';

type Kills = {
  storage: Storage;
  kills: number;
  /** Pushes that are acknowledged before the nth kill. */
  pushesBefore: (kill: number) => number;
  /** Age up to which readings are pushed; some hours by default. */
  oldestDays?: number;
};

/**
 * Kills a server again and again while devices push, and starts it again on what it left. After each
 * start, every reading that was ever acknowledged must be there, nothing twice, and whatever is
 * derived from readings must be what they give.
 */
export async function surviveKills(options: Kills): Promise<void> {
  const { storage, kills, pushesBefore, ...ages } = options;
  const env = {
    ...storage.env,
    PUSH_RATE_PER_DEVICE: '1000000',
    PUSH_BURST_PER_DEVICE: '1000000',
  };
  const record: StormRecord = { pushes: [], acknowledged: [] };
  let server = await startKisima(env);
  const owner = await registerOwner(server.url, 12);
  await configureSome(server.url, owner);

  for (let kill = 1; kill <= kills; kill += 1) {
    await pushUntil({
      url: server.url,
      devices: owner.devices,
      record,
      ...ages,
      until: pushesBefore(kill),
      strike: () => server.kill('SIGKILL'),
    });
    await server.ended;
    server = await startKisima(env);
    const stored = await readStored(storage);
    assertNothingIsLost(stored, record);
    assertNothingIsTwice(stored, record);
    assertDerivedRowsFit(stored);
  }
  await server.stop();
}

/** With a capacity, readings carry a volume, and rollups more that can go wrong. */
async function configureSome(url: string, { token, devices }: Owner): Promise<void> {
  for (const { id } of devices.slice(0, 6)) {
    const json = { device_id: id, sensor_name: 'roof', capacity: 5000 };
    await make(url, '/api/sensor_configs.php?action=save', { token, json });
  }
}
