import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestOptions } from '../server/test-server.ts';
import { randomMac } from '../water/devices.ts';
import type { Member } from './members.ts';
import type { RoundRobin } from './round-robin.ts';

/** The issue's own bound: what was revoked is refused by every process from then on. */
const effectiveWithinMs = 1000;
const givesUpAfterMs = 60_000;

type Access = {
  name: string;
  ask: [method: string, path: string, options: RequestOptions];
  revoke: () => Promise<unknown>;
};

/**
 * Somebody new logs out, revokes a key and, where `withDevice`, removes a device at one process, and
 * is then refused by all. What is sent more than a second after the answer must not be let through;
 * how long a process takes to answer does not matter.
 * @returns how many revocations were seen to be effective at how many processes.
 */
export async function assertRevocationsHold(
  members: readonly Member[],
  roundRobin: RoundRobin,
  { withDevice }: { withDevice: boolean },
): Promise<number> {
  const accesses = await openAccesses(roundRobin, withDevice);
  for (const { ask } of accesses) await Promise.all(members.map((each) => useOnce(each, ask)));
  let checks = 0;
  for (const { name, ask, revoke } of accesses) {
    await revoke();
    const revokedAt = performance.now();
    const refusals = members.map((member) => untilRefused(member, name, ask, revokedAt));
    checks += (await Promise.all(refusals)).filter((wasRefused) => wasRefused).length;
  }
  return checks;
}

async function openAccesses({ ask }: RoundRobin, withDevice: boolean): Promise<Access[]> {
  const { token } = await ask<{ token: string }>(
    [201],
    'POST',
    '/api/auth.php?action=register',
    // A registration whose answer was lost has taken its e-mail.
    () => ({ json: { email: `${randomUUID()}@example.com`, password: 'correct horse battery' } }),
  );
  const json = { name: 'to be revoked' };
  const keys = '/v1/account/keys';
  const key = await ask<{ id: number; api_key: string }>([201], 'POST', keys, { token, json });
  const key403: Access = {
    name: 'an API key',
    ask: ['GET', '/v1/sms/balance', { headers: { 'x-api-key': key.api_key } }],
    revoke: () => ask([200, 404], 'DELETE', `${keys}/${key.id}`, { token }),
  };
  const logout: Access = {
    name: 'a token',
    ask: ['GET', '/api/auth.php?action=session', { token }],
    // The second time, where the first answer was lost, it is no longer known.
    revoke: () => ask([200, 401], 'POST', '/api/auth.php?action=logout', { token }),
  };
  if (!withDevice) return [key403, logout];
  const mac = randomMac();
  const { id } = await ask<{ id: string }>([200, 201], 'POST', '/api/devices.php?action=register', {
    token,
    json: { mac_or_serial: mac },
  });
  const removal: Access = {
    name: 'a device',
    ask: ['GET', `/iot_commands.php?mac_address=${mac}`, {}],
    revoke: () => ask([200, 404], 'DELETE', `/api/devices.php?action=remove&id=${id}`, { token }),
  };
  return [removal, key403, logout];
}

/** So that each process that is there knows it by now. */
async function useOnce(member: Member, ask: Access['ask']): Promise<void> {
  const answer = await member.request(...ask).catch(() => undefined);
  if (answer) assert.ok([200, 503].includes(answer.status), `${ask[1]}: ${answer.text}`);
}

/** @returns false where the process is down, and so lets nobody through. */
async function untilRefused(
  member: Member,
  name: string,
  ask: Access['ask'],
  revokedAt: number,
): Promise<boolean> {
  const signal = AbortSignal.timeout(givesUpAfterMs);
  while (!signal.aborted) {
    const sentAfterMs = performance.now() - revokedAt;
    const answer = await member.request(...ask).catch(() => undefined);
    if (answer && [401, 403, 404].includes(answer.status)) return true;
    if (!answer && !member.isUp()) return false;
    const isLetThrough = answer?.status === 200;
    assert.ok(
      !isLetThrough || sentAfterMs <= effectiveWithinMs,
      `${name} was let through ${Math.round(sentAfterMs)} ms after it was revoked`,
    );
    await pause(20);
  }
  throw new Error(`${name}: a process neither refused it nor let it through`);
}
