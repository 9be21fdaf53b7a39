import type { Guard } from '../../../accounts/guard.ts';
import { programTokens } from '../../../accounts/program-tokens/program-token.ts';
import { findUser } from '../../../accounts/queries.ts';
import type { Db } from '../../../db/db.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { AccountPeer } from './message.ts';
import type { ClientPeer, Credentials } from './policy.ts';
import { createSeal } from './signed/seal.ts';

type SignInDeps = {
  db: { read: Db; readWhole: Db };
  devices: Pick<KnownDevices, 'identify' | 'recognise' | 'keyOf'>;
  guard: Pick<Guard, 'programOf'>;
};

/** Stands in place of an e-mail address. */
const anyAccount = 'token';
/** Password of a device that shows no key, since it signs what it says. */
const willSign = 'signed';
const door = 'mqtt';

/**
 * Finds out whose connection this is: a device's by its MAC or serial and its key, which may be left out where it
 * may be over HTTP, or which signs later; or an account's by its e-mail address or `token`, and the token of a
 * program.
 */
export function createSignIn({ db, devices, guard }: SignInDeps) {
  const sealOf = createSeal({ db, devices });

  const signInAccount = async (userName: string, token: string): Promise<AccountPeer> => {
    const viewer = await guard.programOf(token);
    if (userName !== anyAccount) {
      const user = await findUser(db.read, viewer.userId);
      if (user?.email.toLowerCase() !== userName.toLowerCase()) throw failures.unauthenticated();
    }
    return { kind: 'account', viewer, tokenId: viewer.program.id };
  };

  return async ({ userName, password }: Credentials): Promise<ClientPeer> => {
    if (password && programTokens.looksLike(password)) {
      return await signInAccount(userName.trim(), password);
    }
    if (userName.trim() === '') throw failures.unauthenticated('A user name is required.');
    if (password === willSign) {
      const { id, identity } = await devices.recognise(userName, { door, sends: 'signature' });
      return { kind: 'device', id, identity, apiKey: undefined, seal: sealOf({ id, identity }) };
    }
    const apiKey = password || undefined;
    const { id, identity } = await devices.identify(userName, { apiKey, door });
    return { kind: 'device', id, identity, apiKey };
  };
}
