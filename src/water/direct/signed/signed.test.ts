import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { failureOf } from '../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { type SignedRequest, SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { hourMs, minuteMs, secondMs } from '../../../kit/time/units.ts';

type Told = { level: number; recorded_at: string };

describeOnBothEngines('signed messages', (engine) => {
  const desk = useDeviceDesk(engine);

  const keyWith = async (json: object = {}) => {
    const path = '/api/devices.php?action=api-key';
    const { status, body, text } = await desk.call('POST', path, {
      device_id: desk.device.id,
      ...json,
    });
    assert.equal(status, 200, text);
    return (body as { api_key: string }).api_key;
  };
  const newBoard = async (options = {}) => {
    const { mac_or_serial } = await desk.newDevice();
    return new SigningBoard(mac_or_serial, await keyWith(), options);
  };
  const sent = async (board: SigningBoard, request: SignedRequest) => {
    const { status, isProven, body } = await board.send(desk.server, request);
    return { status, isProven, body: body as Record<string, unknown> };
  };
  const outcome = async (board: SigningBoard, request: SignedRequest) => {
    const { status, isProven, body } = await sent(board, request);
    return [status, isProven, body['code']];
  };
  const stored = async (of = desk.device) => {
    const action = `history&device_id=${of.id}&hours=168`;
    const { body } = await desk.call('GET', `/api/sensors.php?action=${action}`);
    return (body as Told[]).map(({ level }) => level);
  };
  const seenAt = async () => {
    const { body } = await desk.call('GET', '/api/devices.php?action=list');
    const all = body as { id: string; last_seen_at: string | null }[];
    return all.find(({ id }) => id === desk.device.id)?.last_seen_at;
  };

  for (const isInQuery of [false, true]) {
    const where = isInQuery ? 'in the query' : 'in a header';
    it(`are taken on all endpoints, the signature ${where}, and answered with one`, async () => {
      const board = await newBoard({ isInQuery });
      const pushed = await sent(board, board.push({ water_level_percent: 40 }));
      assert.deepEqual([pushed.status, pushed.isProven, pushed.body['level']], [201, true, 40]);
      const command = await desk.send({ command: 'on' });
      const polled = await board.send(desk.server, board.poll());
      assert.deepEqual([polled.status, polled.isProven], [200, true]);
      assert.deepEqual(
        (polled.body as { command_id: number }[]).map(({ command_id }) => command_id),
        [command],
      );
      const ack = board.post('/iot_ack.php', { command_id: command });
      const acknowledged = await sent(board, ack);
      assert.deepEqual(
        [acknowledged.status, acknowledged.isProven, acknowledged.body['status']],
        [200, true, 'executed'],
      );
      // Its answer was lost: the very same is no other acknowledgement.
      assert.deepEqual((await sent(board, ack)).body, acknowledged.body);
      const batch = board.batch([
        { water_level_percent: 41, age_s: 60 },
        { water_level_percent: 400 },
      ]);
      const taken = await sent(board, batch);
      assert.deepEqual([taken.status, taken.isProven, taken.body['stored']], [200, true, 1]);
      assert.deepEqual(await outcome(board, board.push({ water_level_percent: 400 })), [
        ...[400, true, 'invalid_input'],
      ]);
      assert.deepEqual(await outcome(board, board.post('/iot_ack.php', { command_id: command })), [
        ...[404, true, 'not_found'],
      ]);
    });
  }

  it('are stored once when they come again, however much later, and are no sign of life then', async () => {
    const board = await newBoard();
    const requests = [
      board.push({ water_level_percent: 40 }),
      board.push({ water_level_percent: 41, age_s: 200 }),
      board.push({ water_level_percent: 42, recorded_at: '2026-11-21T07:00:00Z' }),
    ];
    for (const request of requests) {
      const first = await sent(board, request);
      assert.equal(first.status, 201);
      const seen = await seenAt();
      desk.server.clock.advance(10 * minuteMs);
      const again = await sent(board, request);
      assert.deepEqual([again.status, again.isProven], [201, true]);
      assert.equal(again.body['recorded_at'], first.body['recorded_at']);
      assert.equal(await seenAt(), seen);
    }
    const batch = board.batch([
      { water_level_percent: 50, age_s: 120 },
      { water_level_percent: 51, age_s: 60 },
      { water_level_percent: 52 },
    ]);
    const counts = async () => {
      const { body } = await sent(board, batch);
      return [body['stored'], body['repeated']];
    };
    assert.deepEqual(await counts(), [3, 0]);
    desk.server.clock.advance(3 * hourMs);
    assert.deepEqual(await counts(), [0, 3]);
    const levels = await stored();
    assert.deepEqual(levels.sort(), [40, 41, 42, 50, 51, 52]);
  });

  it('are refused when they are replayed, on any endpoint, with the counter to go on from', async () => {
    const board = await newBoard();
    const old = [
      board.push({ water_level_percent: 40 }),
      board.poll(),
      board.batch([{ water_level_percent: 41 }]),
    ];
    for (const request of old) assert.ok((await sent(board, request)).status < 300);
    assert.equal((await sent(board, board.push({ water_level_percent: 45 }))).status, 201);
    desk.server.clock.advance(minuteMs);
    for (const request of old) {
      const { status, isProven, body } = await sent(board, request);
      assert.deepEqual([status, isProven, body['code']], [409, true, 'counter_used']);
      assert.equal(body['last_counter'], 4);
    }
    // A board that has lost its count goes on from there; another message of a used counter is none of its.
    board.counter = 3;
    const { body } = await sent(board, board.push({ water_level_percent: 46 }));
    assert.equal(body['code'], 'counter_used');
    board.counter = Number(body['last_counter']);
    assert.equal((await sent(board, board.push({ water_level_percent: 47 }))).status, 201);
    assert.deepEqual((await stored()).sort(), [40, 41, 45, 47]);
  });

  it('are refused, unsigned, where anything of them was changed', async () => {
    const board = await newBoard();
    const other = new SigningBoard(board.mac, 'kd_of-another-device');
    const push = board.push({ water_level_percent: 40 });
    const moved = { ...push, path: '/iot_ack.php' };
    const changed = { ...push, body: `${push.body}&pump_status=on` };
    const { 'x-kisima-signature': signature = '' } = push.headers;
    const counted = {
      ...push,
      headers: { ...push.headers, 'x-kisima-signature': `9${signature}` },
    };
    const poll = { ...board.poll(), path: `/iot_commands.php?mac_address=${board.mac}&sensor=1` };
    const forged = other.push({ water_level_percent: 40 });
    for (const request of [changed, counted, poll, forged]) {
      assert.deepEqual(await outcome(board, request), [401, false, 'invalid_signature']);
    }
    assert.equal((await sent(board, moved)).status, 400);
    for (const value of ['', 'x', '1.ab', `0.${'a'.repeat(64)}`, `1.${'a'.repeat(65)}`]) {
      const headers = { ...push.headers, 'x-kisima-signature': value };
      assert.deepEqual(await outcome(board, { ...push, headers }), [
        ...[400, false, 'malformed_request'],
      ]);
    }
    // Not a thing of all that was taken for the board's own.
    assert.deepEqual(await stored(), []);
    assert.equal((await sent(board, push)).status, 201);
  });

  it('alone are taken of a device whose owner says so, and what else comes is counted', async () => {
    const board = await newBoard();
    await keyWith({ only_signed: true });
    const plain = (api_key: string) =>
      desk.push({ water_level_percent: 30, api_key, mac_address: board.mac });
    assert.deepEqual(failureOf(await plain(board.key)), [401, 'signature_required']);
    assert.deepEqual(failureOf(await plain('')), [401, 'signature_required']);
    assert.deepEqual(failureOf(await plain('kd_guess')), [401, 'invalid_api_key']);
    assert.equal((await sent(board, board.push({ water_level_percent: 31 }))).status, 201);
    assert.deepEqual(await stored(), [31]);
    const { body } = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
    const [{ key }] = body as [{ key: Record<string, unknown> }];
    assert.deepEqual([key['only_signed'], typeof key['last_signed_at']], [true, 'string']);
    const { text } = await desk.server.request('GET', '/metrics');
    assert.match(text, /kisima_device_key_refusals_total\{reason="unsigned"\} [1-9]/);
    await keyWith({ only_signed: false });
    assert.equal((await plain(board.key)).status, 201);
  });

  it('of a gateway speak for the devices of its owner, also for those that must sign', async () => {
    const gateway = await newBoard();
    const tank = await desk.newDevice();
    await keyWith({ only_signed: true });
    const readings = [{ mac_address: tank.mac_or_serial, water_level_percent: 33, age_s: 5 }];
    const plain = await desk.server.request('POST', '/iot_push_batch.php', {
      json: { mac_address: gateway.mac, api_key: gateway.key, readings },
    });
    assert.match(plain.text, /only signed messages/);
    const signed = gateway.batch(readings);
    assert.equal((await sent(gateway, signed)).body['stored'], 1);
    desk.server.clock.advance(hourMs);
    assert.equal((await sent(gateway, signed)).body['repeated'], 1);
    assert.deepEqual(await stored(tank), [33]);
    const unnamed = await sent(gateway, gateway.batch(readings, {}));
    assert.equal(unnamed.status, 400);
  });

  it('go on with the former key until the new one is used, or its hours are over', async () => {
    const board = await newBoard();
    const former = new SigningBoard(board.mac, board.key);
    await sent(former, former.push({ water_level_percent: 40 }));
    const again = (level: number) => outcome(former, former.push({ water_level_percent: level }));
    board.key = await keyWith({ rotate: true, overlap_hours: 2 });
    assert.deepEqual(await again(41), [201, true, undefined]);
    desk.server.clock.advance(minuteMs);
    assert.equal((await sent(board, board.push({ water_level_percent: 42 }))).status, 201);
    assert.deepEqual(await again(43), [401, false, 'invalid_signature']);

    former.key = board.key;
    board.key = await keyWith({ rotate: true, overlap_hours: 2 });
    former.counter = board.counter;
    assert.deepEqual(await again(44), [201, true, undefined]);
    desk.server.clock.advance(2 * hourMs + secondMs);
    assert.deepEqual(await again(45), [401, false, 'invalid_signature']);
    // A new key counts from anew.
    board.counter = 0;
    assert.equal((await sent(board, board.push({ water_level_percent: 46 }))).status, 201);

    former.key = board.key;
    await keyWith({ rotate: true });
    assert.deepEqual(await again(47), [401, false, 'invalid_signature']);
  });
});
