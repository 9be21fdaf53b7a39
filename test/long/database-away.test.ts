import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PostgresServer, startPostgresServer } from '../helpers/database/postgres-server.ts';
import { type HangingProxy, startHangingProxy } from '../helpers/http/hanging-proxy.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, type Owner, type Reply, registerOwner } from '../helpers/server/process-client.ts';
import { listen, newTicket, untilHeard } from '../helpers/server/process-stream.ts';
import { openSmsAccount, type SmsAccount } from '../helpers/sms/sms-client.ts';
import { until } from '../helpers/until.ts';

type Setup = { server: RunningKisima; owner: Owner; account: SmsAccount };

const limits = {
  DATABASE_CONNECT_SECONDS: '1',
  DATABASE_STATEMENT_SECONDS: '1',
  PUSH_RATE_PER_DEVICE: '1000000',
  PUSH_BURST_PER_DEVICE: '1000000',
};

async function setUp(url: string): Promise<Setup & { storage: Storage }> {
  const storage = await makeStorage('sqlite');
  const server = await startKisima({ ...storage.env, ...limits, DATABASE_URL: url });
  return {
    storage,
    server,
    owner: await registerOwner(server.url, 2),
    account: await openSmsAccount(server.url),
  };
}

/** A request of each kind that storage has a part in. */
function requests({ server, owner, account }: Setup): Record<string, () => Promise<Reply>> {
  const [{ mac, id } = { mac: '', id: '' }] = owner.devices;
  const { token } = owner;
  const push = { mac_address: mac, water_level_percent: 50 };
  const get = (path: string) => () => call(server.url, 'GET', path, { token });
  return {
    'push as form': () => call(server.url, 'POST', '/iot_push.php', { form: push }),
    'push as JSON': () => call(server.url, 'POST', '/iot_push.php', { json: push }),
    poll: () => call(server.url, 'GET', `/iot_commands.php?mac_address=${mac}`),
    session: get('/api/auth.php?action=session'),
    devices: get('/api/devices.php?action=list'),
    report: get(`/api/reports.php?action=daily&device_id=${id}&period=7d`),
    history: get(`/api/sensors.php?action=history&device_id=${id}&hours=24`),
    ticket: () => call(server.url, 'POST', '/api/stream/tickets', { token }),
    send: () =>
      call(server.url, 'POST', '/v1/sms/send', {
        apiKey: account.apiKey,
        json: { to: '0712345678', message: 'Tank 3 is nearly empty' },
      }),
  };
}

async function statuses(setup: Setup): Promise<Record<string, number>> {
  const entries = Object.entries(requests(setup));
  const replies = await Promise.all(
    entries.map(async ([name, ask]) => [name, await ask()] as const),
  );
  for (const [name, reply] of replies) if (reply.status >= 500) assertUnavailable(reply, name);
  return Object.fromEntries(replies.map(([name, { status }]) => [name, status]));
}

const allWell = {
  'push as form': 201,
  'push as JSON': 201,
  poll: 200,
  session: 200,
  devices: 200,
  report: 200,
  history: 200,
  ticket: 201,
  send: 200,
};
const allAway = Object.fromEntries(Object.keys(allWell).map((name) => [name, 503]));

function assertUnavailable({ status, headers, body }: Reply, name: string): void {
  const { success, code } = body as { success?: unknown; code?: unknown };
  assert.deepEqual([status, success, code], [503, false, 'unavailable'], name);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, name);
}

async function untilReady({ server }: Setup): Promise<void> {
  await until(async () => (await call(server.url, 'GET', '/readyz')).status === 200);
}

describe('when PostgreSQL goes away', () => {
  let postgres: PostgresServer;
  let setup: Awaited<ReturnType<typeof setUp>>;
  before(async () => {
    postgres = await startPostgresServer();
    setup = await setUp(postgres.url);
  });
  after(async () => {
    await setup.server.stop();
    await setup.storage.remove();
    await postgres.stop();
  });

  it('tells of it in a few lines however many requests fail', async () => {
    const { server } = setup;
    await untilReady(setup);
    await postgres.goAway();
    const before = server.written().length;
    for (let times = 0; times < 40; times += 1) {
      const storm = Object.entries(requests(setup)).filter(([name]) => /push|poll/.test(name));
      await Promise.all(storm.map(([, ask]) => ask()));
    }
    const lines = server.written().slice(before).split('\n');
    const errors = lines.filter((line) => /"level":(40|50)/.test(line));
    assert.ok(errors.length > 0 && errors.length < 12, `${errors.length} lines`);
    assert.ok(!server.written().includes('kisima:kisima'));
    await postgres.comeBack();
    await untilReady(setup);
  });

  it('goes on with jobs, messages that wait and live events when it is back', async () => {
    const { server, owner, account } = setup;
    const stream = await listen(server.url, owner.token);
    const unused = await newTicket(server.url, owner.token);
    await postgres.goAway();
    const opened = await call(server.url, 'GET', `/api/stream?ticket=${unused}`);
    assertUnavailable(opened, 'stream');
    assert.deepEqual(await statuses(setup), allAway);
    await postgres.comeBack();
    await untilReady(setup);
    await untilHeard(server.url);
    const push = { mac_address: owner.devices[0]?.mac ?? '', water_level_percent: 77 };
    const pushed = await call(server.url, 'POST', '/iot_push.php', { form: push });
    assert.equal(pushed.status, 201);
    await stream.sees(/"level":77\b/);
    stream.hangUp();
    const json = { to: ['0712345678', '0712345679'], message: 'Maji yamerudi' };
    const bulk = await call(server.url, 'POST', '/v1/sms/bulk', { apiKey: account.apiKey, json });
    const { job_id } = bulk.body as { job_id: string };
    for (let sent = 0; sent < 2; ) {
      const job = await call(server.url, 'GET', `/v1/sms/jobs/${job_id}`, {
        apiKey: account.apiKey,
      });
      const { counts } = job.body as { counts: Record<string, number> };
      sent = (counts['sent'] ?? 0) + (counts['delivered'] ?? 0);
    }
  });

  it('answers 503 while it is stopped, and goes on by itself when it is back', async () => {
    const { server } = setup;
    for (const _ of [1, 2]) {
      assert.deepEqual(await statuses(setup), allWell);
      await postgres.goAway();
      assert.deepEqual(await statuses(setup), allAway);
      assertUnavailable(await call(server.url, 'GET', '/readyz'), '/readyz');
      assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
      await postgres.comeBack();
      await untilReady(setup);
      assert.deepEqual(await statuses(setup), allWell);
    }
    assert.equal(server.process.exitCode, null);
  });
});

describe('when the network to PostgreSQL swallows everything', () => {
  let postgres: PostgresServer;
  let proxy: HangingProxy;
  let setup: Awaited<ReturnType<typeof setUp>>;
  before(async () => {
    postgres = await startPostgresServer();
    proxy = await startHangingProxy(postgres.port);
    setup = await setUp(postgres.url.replace(String(postgres.port), String(proxy.port)));
  });
  after(async () => {
    proxy.passOn();
    await setup.server.stop();
    await setup.storage.remove();
    await proxy.stop();
    await postgres.stop();
  });

  it('answers 503 by its deadline, again and again, and goes on when bytes pass', async () => {
    assert.deepEqual(await statuses(setup), allWell);
    proxy.hang();
    assert.deepEqual(await statuses(setup), allAway);
    assert.deepEqual(await statuses(setup), allAway);
    assertUnavailable(await call(setup.server.url, 'GET', '/readyz'), '/readyz');
    const before = proxy.connections();
    proxy.passOn();
    await untilReady(setup);
    assert.deepEqual(await statuses(setup), allWell);
    assert.ok(proxy.connections() > before, 'connections that fell silent are not used again');
  });

  it('leaves no locks behind with PostgreSQL, which was told nothing either', async () => {
    const send = requests(setup)['send'];
    assert.ok(send);
    proxy.cutCableAfter('update "sms_accounts"');
    assertUnavailable(await send(), 'send');
    let reply = await send();
    for (; reply.status !== 200; reply = await send()) assertUnavailable(reply, 'send again');
  });

  it('lets the program leave with 0 also then', async () => {
    const other = await startKisima({
      ...setup.storage.env,
      ...limits,
      STOP_SECONDS: '1',
      DATABASE_URL: postgres.url.replace(String(postgres.port), String(proxy.port)),
    });
    proxy.hang();
    try {
      other.kill('SIGTERM');
      assert.equal((await other.ended).code, 0);
    } finally {
      proxy.passOn();
      await untilReady(setup);
    }
  });

  it('answers 503 where the answer to a commit is lost, and stores the repeated reading once', async () => {
    const { server, owner } = setup;
    const [, device] = owner.devices;
    assert.ok(device);
    const form = {
      mac_address: device.mac,
      water_level_percent: 61.173,
      recorded_at: new Date().toISOString(),
    };
    const asPostgresReadsIt = Buffer.alloc(8);
    asPostgresReadsIt.writeDoubleBE(form.water_level_percent);
    proxy.loseCommitOf(asPostgresReadsIt);
    assertUnavailable(await call(server.url, 'POST', '/iot_push.php', { form }), 'lost commit');
    // Until it is connected anew, it may say so again, and the device repeats the reading.
    let reply = await call(server.url, 'POST', '/iot_push.php', { form });
    for (; reply.status === 503; reply = await call(server.url, 'POST', '/iot_push.php', { form }));
    assert.equal(reply.status, 201, reply.text);
    const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=24`;
    const history = await call(server.url, 'GET', path, { token: owner.token });
    assert.equal((history.body as unknown[]).length, 1, history.text);
  });
});
