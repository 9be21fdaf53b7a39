import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { readStored, type Stored } from '../database/stored-readings.ts';
import { makeStorage, type Storage, startKisima } from './kisima-process.ts';
import { call, type OwnedDevice, type Owner, registerOwner } from './process-client.ts';
import { runKisima } from './run-kisima.ts';

/** An installation, its backup, and the data to find again. */
export type Original = {
  storage: Storage;
  backup: string;
  owner: Owner;
  device: OwnedDevice;
  key: string;
};

type Restoring = {
  /** What was backed up, and what it holds; from `before` on. */
  made: { original: Original; stored: Stored };
  /** Makes storage that goes with the suite. */
  makeTarget: () => Promise<Storage>;
};

/** Makes an installation with its backup for a suite. */
export function useOriginal(): Restoring {
  const targets: Storage[] = [];
  const made = {} as Restoring['made'];
  before(async () => {
    made.original = await makeOriginal();
    made.stored = await readStored(made.original.storage);
  });
  after(async () => {
    for (const storage of [made.original.storage, ...targets]) await storage.remove();
  });
  const makeTarget = async () => {
    const target = await makeStorage('sqlite');
    targets.push(target);
    return target;
  };
  return { made, makeTarget };
}

/** Makes an installation on SQLite with an owner, a device and its readings, and backs it up. */
async function makeOriginal(): Promise<Original> {
  const storage = await makeStorage('sqlite');
  const server = await startKisima(storage.env);
  const owner = await registerOwner(server.url, 1);
  const [device] = owner.devices;
  assert.ok(device);
  const answer = await call(server.url, 'POST', '/api/devices.php?action=api-key', {
    token: owner.token,
    json: { device_id: device.id },
  });
  const { api_key: key } = answer.body as { api_key: string };
  for (let pushes = 0; pushes < 50; pushes += 1) {
    assert.equal(await push(server.url, device, key), 201);
  }
  await server.stop();
  const backup = join(storage.folder, '..', 'backup');
  assert.equal((await runKisima(['backup', backup], storage.env)).code, 0);
  return { storage, backup, owner, device, key };
}

/** Posts a reading as the device does. @returns the status. */
export async function push(url: string, { mac }: OwnedDevice, key = ''): Promise<number> {
  const form = { mac_address: mac, water_level_percent: 42, api_key: key };
  return (await call(url, 'POST', '/iot_push.php', { form })).status;
}

/** Reads all files of a folder, by name; their content in Base64. */
export async function contentOf(folder: string): Promise<[name: string, content: string][]> {
  const names = (await readdir(folder)).sort();
  return await Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        name,
        await readFile(join(folder, name), 'base64'),
      ],
    ),
  );
}
