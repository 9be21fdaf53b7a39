import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDerivedRowsFit } from '../helpers/database/check-stored.ts';
import { readStored } from '../helpers/database/stored-readings.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, type Owner, registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { MqttBoard } from '../helpers/soak/mqtt-board.ts';

const kills = Number(process.env['KILLS'] ?? 40);
/** Kills of one test, so that each is over in its time on a busy machine as well. */
const killsOfTest = 10;
const tests = Array.from({ length: Math.ceil(kills / killsOfTest) }, (_, index) => ({
  from: index * killsOfTest + 1,
  to: Math.min(kills, (index + 1) * killsOfTest),
}));

type Member = { server: RunningKisima; port: number };

describeOnBothEngines('MQTT at QoS 1 under SIGKILL', (engine) => {
  let storage: Storage;
  /** On PostgreSQL two processes, of which the other one takes over; on SQLite the next one does. */
  let members: Member[];
  let owner: Owner;
  let boards: MqttBoard[];
  let marks = 0;
  let orders = 0;
  const acknowledged = new Set<number>();

  const limit = '1000000';
  const start = async (): Promise<Member> => {
    const server = await startKisima({
      ...storage.env,
      MQTT_PORT: '0',
      PUSH_RATE_PER_DEVICE: limit,
      PUSH_BURST_PER_DEVICE: limit,
      BATCH_BURST_PER_DEVICE: limit,
    });
    const [, port] = await server.sees(/"port":(\d+),"isTls":false/);
    return { server, port: Number(port) };
  };
  before(async () => {
    storage = await makeStorage(engine);
    members = [await start()];
    const [{ server }] = members as [Member];
    owner = await registerOwner(server.url, 6);
    boards = await Promise.all(
      owner.devices.map(async (device, index) => {
        const isSigning = index % 2 === 1;
        const path = '/api/devices.php?action=api-key';
        const json = { device_id: device.id, only_signed: true };
        const made = isSigning
          ? await call(server.url, 'POST', path, { ...owner, json })
          : undefined;
        const { api_key } = (made?.body ?? {}) as { api_key?: string };
        assert.equal(typeof api_key, isSigning ? 'string' : 'undefined');
        return new MqttBoard(device, api_key, { next: () => marks++, acknowledged });
      }),
    );
    if (engine === 'postgres') members.push(await start());
  });
  after(() => storage.remove());

  /** Orders something of a pump that nothing else is ordered of, so that nothing takes it back. */
  const order = async ({ server }: Member, board: MqttBoard): Promise<void> => {
    const json = { device_id: board.device.id, sensor_name: `pump ${orders++}`, command: 'off' };
    const path = '/api/pump_commands.php?action=send';
    const answer = await call(server.url, 'POST', path, { ...owner, json }).catch(() => undefined);
    if (!answer) return;
    assert.equal(answer.status, 201, answer.text);
    const { id } = answer.body as { id: string };
    board.order(Number(id));
  };

  const check = async (): Promise<void> => {
    assert.deepEqual(
      boards.flatMap(({ faults }) => faults),
      [],
    );
    const stored = await readStored(storage);
    const found = new Set(stored.readings.map(({ level_cm }) => level_cm));
    assert.equal(found.size, stored.readings.length, 'a reading is there twice');
    assert.deepEqual(
      [...acknowledged].filter((mark) => !found.has(mark)),
      [],
    );
    assertDerivedRowsFit(stored);
  };

  const killOnce = async (): Promise<void> => {
    const victim = members[Math.floor(members.length * Math.random())] as Member;
    let left = 20 + Math.floor(150 * Math.random());
    const ordered: Promise<void>[] = [];
    // Some of what waits is acknowledged in the storm, and some is not before the kill.
    const [first] = members as [Member];
    await Promise.all(boards.map((board) => order(first, board)));
    const taken = (board: MqttBoard, member: Member) => (): void => {
      left -= 1;
      if (left === 0) victim.server.kill('SIGKILL');
      if (left > 0 && left % 8 === 0) ordered.push(order(member, board));
    };
    const visits = boards.map(async (board, index) => {
      const member = members[index % members.length] as Member;
      const { port } = member;
      await board.visit({
        port,
        goesOn: () => left > 0,
        taken: taken(board, member),
        obedience: 0.6,
      });
    });
    await Promise.all(visits);
    await victim.server.ended;
    await Promise.all(ordered);
    members = members.filter((member) => member !== victim);
    if (members.length === 0) members = [await start()];
    const [{ port }] = members as [Member];
    const rest = { port, goesOn: () => false, taken: () => {}, obedience: 0.3 };
    await Promise.all(boards.map((board) => board.visit(rest)));
    await check();
    if (engine === 'postgres') members.push(await start());
  };

  for (const { from, to } of tests) {
    it(`loses and doubles no reading and no command in the kills ${from} to ${to} of ${kills}`, async () => {
      for (let kill = from; kill <= to; kill += 1) await killOnce();
      assert.ok(acknowledged.size >= 20 * to);
    });
  }

  it('has given each command until it was acknowledged, and then no more', async () => {
    const [{ port, server }] = members as [Member];
    const last = { port, goesOn: () => false, taken: () => {}, obedience: 1 };
    await Promise.all(boards.map((board) => board.visit(last)));
    await check();
    for (const { device, waiting, outstanding, executed } of boards) {
      assert.deepEqual([waiting, outstanding.size], [0, 0]);
      assert.ok(executed.length > 0);
      const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
      const { body } = await call(server.url, 'GET', path, owner);
      const all = body as { id: string; status: string }[];
      // One whose owner the kill has left without an answer may wait still.
      const own = all.filter(({ id }) => executed.includes(Number(id)));
      assert.deepEqual([...new Set(own.map(({ status }) => status))], ['executed']);
    }
    for (const { server } of members) await server.stop();
  });
});
