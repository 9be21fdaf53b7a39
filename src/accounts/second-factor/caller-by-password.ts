import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Guard } from '../guard.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { readProfile } from '../profile.ts';
import type { User } from '../queries.ts';
import type { Throttles } from '../throttles/throttles.ts';
import { assertPassword } from './prove-owner.ts';

type Deps = { db: Database; guard: Guard; passwords: Passwords; throttles: Throttles };

/** Makes the look-up of the caller of a request that carries the right password; it throws as `assertPassword` does. */
export function createCallerByPassword(deps: Deps) {
  return async (request: FastifyRequest<{ Body: { password: string } }>): Promise<User> => {
    const user = await readProfile(deps, deps.guard.callerOf(request));
    const { password } = request.body;
    await assertPassword(deps, user, { password, address: request.ip, field: 'password' });
    return user;
  };
}
