import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { makeStorage, type Storage } from './helpers/server/kisima-process.ts';
import { startQuietly } from './helpers/server/start-quietly.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { createHonestLoad, type Kind, type Measured, p99 } from './helpers/soak/honest-load.ts';

/** `MINUTES=1` is a quick look. */
const attackedMs = Number(process.env['MINUTES'] ?? 5) * 60_000;
const aloneMs = attackedMs / 5;
const mostMegabytes = 600;
/** Of the p99 without the attack. */
const mostTimes = 4;

/** Room for the many accounts and readings that this makes from one address. */
const env = {
  LOG_LEVEL: 'warn',
  REGISTRATIONS_PER_ADDRESS: '100000',
  SMS_TRIAL_CREDITS: '100000',
  PUSH_RATE_PER_DEVICE: '100000',
  PUSH_BURST_PER_DEVICE: '100000',
};

/**
 * `npm run soak:hostile`: pipelines that read nothing, histories that are left, passwords that are
 * changed without end and hoarded streams, all at once for five minutes, beside honest people. The attack
 * runs at the lowest priority: its own work is done by machines of the attackers, and where it takes a
 * processor from the server, both are slower, which says nothing about the server.
 */
describeOnBothEngines('honest people beside hostile ones', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('are served nearly as fast, by a server that stays small', async () => {
    const server = await startQuietly({ ...storage.env, ...env });
    const load = await createHonestLoad(server.url);
    const alone = await load.run(aloneMs);
    const attack = await startAttack(server.url);
    const memory = watchMemory(server.process.pid ?? 0);
    const attacked = await load.run(attackedMs);
    const { most } = memory.stop();
    const told = await attack.stop();
    assert.equal(server.process.exitCode, null, 'the server has crashed');

    const rows = Object.keys(attacked).map((kind) => compare(kind as Kind, alone, attacked));
    console.table(rows);
    console.log(`at most ${most} MB of memory; ${told}`);
    assert.ok(most < mostMegabytes, `${most} MB`);
    for (const { kind, failed, times } of rows) {
      assert.equal(failed, 0, `${kind}: ${failed} failed`);
      assert.ok(times <= mostTimes, `${kind}: p99 is ${times} times that without`);
    }
    server.kill('SIGTERM');
    assert.equal((await server.ended).code, 0);
  });
});

function compare(kind: Kind, alone: Measured, attacked: Measured) {
  const [before, during] = [p99(alone[kind].latencies), p99(attacked[kind].latencies)];
  return {
    kind,
    requests: attacked[kind].latencies.length,
    failed: alone[kind].failed + attacked[kind].failed,
    'p99 alone, ms': Number(before.toFixed(1)),
    'p99 attacked, ms': Number(during.toFixed(1)),
    times: Number((during / before).toFixed(2)),
  };
}

/** Resolves once the attack is under way. */
async function startAttack(url: string) {
  const program = fileURLToPath(new URL('./helpers/hostile/attack.ts', import.meta.url));
  const child = execa(process.execPath, [program, url], { stdin: 'pipe', stderr: 'inherit' });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.then(({ stdout }) => reject(new Error(`the attack has ended: ${stdout}`)), reject);
  });
  return {
    stop: async () => {
      child.stdin.end();
      return (await child).stdout.replace('attacking', '').trim();
    },
  };
}

/** Looks at the resident memory of a process twice a second. */
function watchMemory(pid: number): { stop: () => { most: number } } {
  let most = 0;
  const look = () => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    most = Math.max(most, Math.round(Number(kilobytes) / 1024));
  };
  const timer = setInterval(look, 500);
  return {
    stop: () => {
      clearInterval(timer);
      return { most };
    },
  };
}
