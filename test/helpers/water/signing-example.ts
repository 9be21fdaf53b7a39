import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { type FalseBroker, startFalseBroker } from './false-broker.ts';
import type { MqttDesk } from './mqtt-desk.ts';

type Example = {
  /** Port of the right broker. */
  port: () => number;
  run: (args: string[], env: NodeJS.ProcessEnv) => Promise<{ stdout: string }>;
  folder: () => string;
};

/** Tries an example of a board that signs over MQTT, through a network that puts in what it likes. */
export function useSigningExample({ desk, levels }: MqttDesk, example: Example): void {
  let network: FalseBroker;
  let env: Record<string, string>;
  before(async () => {
    network = await startFalseBroker(example.port());
    const { id, mac_or_serial } = await desk.newDevice();
    const json = { device_id: id, only_signed: true };
    const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
    env = {
      KISIMA_HOST: '127.0.0.1',
      KISIMA_PORT: String(network.port),
      KISIMA_WAIT_S: '2',
      KISIMA_MAC: mac_or_serial,
      KISIMA_DEVICE_KEY: (body as { api_key: string }).api_key,
      KISIMA_COUNTER: path.join(example.folder(), 'counter'),
    };
  });
  after(() => network.stop());

  const say = async (level: string, more = {}) => {
    const { stdout } = await example
      .run([level], { ...process.env, ...env, ...more })
      .catch((error: { stdout: string }) => error);
    return stdout.trim().split('\n');
  };
  const commands = () => `kisima/${env['KISIMA_MAC']}/commands`;
  const notOwn = "a message that is not the server's own";

  it('sends a level, and switches its pump by a sealed command', async () => {
    const id = await desk.send({ command: 'on' });
    const said = (await say('41')).filter((line) => line !== 'sent');
    assert.deepEqual(said, ['pump on', 'acknowledged']);
    assert.deepEqual(await levels(), [41]);
    assert.ok(!JSON.stringify(network.published).includes(env['KISIMA_DEVICE_KEY'] ?? ''));
    assert.ok(network.sent.some(({ payload }) => String(payload).includes(`"command_id":${id}`)));
  });

  it('switches nothing by what anybody can write, or what it was once sent', async () => {
    const old = network.sent.find(({ topic }) => topic === commands());
    network.forge([
      { topic: commands(), payload: '{"command_id": 1, "command": "on"}' },
      { topic: commands(), payload: String(old?.payload) },
    ]);
    const said = await say('42');
    assert.deepEqual(
      said.filter((line) => line !== 'sent'),
      [notOwn, notOwn],
    );
    assert.ok((await levels()).includes(42));
  });

  it('goes on from the count of the server where its own was lost', async () => {
    await writeFile(env['KISIMA_COUNTER'] ?? '', '0');
    // What it is told of the message before its last one is nothing to it.
    const said = (await say('43')).filter((line) => line !== notOwn);
    assert.deepEqual(said, ['sent', 'sent']);
    assert.ok(Number(await readFile(env['KISIMA_COUNTER'] ?? '', 'utf8')) > 4);
    assert.equal((await levels()).at(-1), 43);
  });

  it('stores nothing by a key that is wrong, and gets no command', async () => {
    await desk.send({ command: 'off' });
    const said = await say('44', { KISIMA_DEVICE_KEY: 'kd_wrong' });
    assert.ok(said.includes(notOwn));
    assert.ok(!said.join().includes('pump'));
    assert.ok(!(await levels()).includes(44));
  });
}
