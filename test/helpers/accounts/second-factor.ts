import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { TestServer } from '../server/test-server.ts';
import { callAuth, type RegisteredUser, registerUser } from './accounts.ts';

/** Somebody with two-step sign-in. */
export type TwoStepUser = RegisteredUser & {
  /** Base32, as the app has it. */
  secret: string;
  recoveryCodes: string[];
};

export const stepMs = 30_000;

/** Code of an authenticator app for a secret at an instant, in epoch milliseconds. */
export function codeAt(secret: string, now: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
}

/** Begins two-step sign-in; @returns the secret. */
export async function startSecondFactor(
  server: TestServer,
  { token, password }: RegisteredUser,
): Promise<string> {
  const started = await callAuth(server, 'second-factor-start', { token, json: { password } });
  assert.equal(started.status, 200, started.text);
  return (started.body as { secret: string }).secret;
}

/** Turns two-step sign-in on by the code of this step, which is used up by that. */
export async function turnOnSecondFactor(
  server: TestServer,
  user: RegisteredUser,
): Promise<TwoStepUser> {
  const secret = await startSecondFactor(server, user);
  const { token } = user;
  const json = { code: codeAt(secret, server.clock.now) };
  const confirmed = await callAuth(server, 'second-factor-confirm', { token, json });
  assert.equal(confirmed.status, 200, confirmed.text);
  const { recovery_codes } = confirmed.body as { recovery_codes: string[] };
  return { ...user, secret, recoveryCodes: recovery_codes };
}

export async function newTwoStepUser(server: TestServer): Promise<TwoStepUser> {
  return await turnOnSecondFactor(server, await registerUser(server));
}
