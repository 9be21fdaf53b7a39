import { minuteMs } from '../../../src/kit/time/units.ts';
import { callAuth, newEmail } from '../../helpers/accounts/accounts.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const password = 'correct horse';

async function asNewUser({ newUser }: World): Promise<Sample> {
  const { token } = await newUser();
  return { token, input: {} };
}

/** A reset of somebody's password that is under way. */
async function openReset({ server, newUser }: World): Promise<Sample> {
  const { email } = await newUser();
  const { body } = await callAuth(server, 'reset-request', { json: { email } });
  const { reset_token: token } = body as { reset_token: string };
  return { input: { token, password: 'battery staple' } };
}

export const authScenarios: Scenarios = {
  'POST /api/auth.php?action=register': {
    prepare: async () => ({ input: { email: newEmail(), password } }),
    statuses: {
      400: [
        async ({ owner }) => ({ input: { email: owner.email, password } }),
        async ({ owner }) => ({ input: { email: owner.email.toUpperCase(), password } }),
        async () => ({ input: { email: 'nobody', password } }),
      ],
    },
  },
  'POST /api/auth.php?action=login': {
    prepare: async ({ owner }) => ({ input: { email: owner.email, password: owner.password } }),
    statuses: {
      401: [
        async ({ owner }) => ({ input: { email: owner.email, password: 'wrong horse' } }),
        async () => ({ input: { email: newEmail(), password } }),
      ],
    },
  },
  'POST /api/auth.php?action=logout': { prepare: asNewUser },
  'GET /api/auth.php?action=session': {
    prepare: async ({ owner }) => ({ token: owner.token, input: {} }),
    statuses: {
      401: [
        async () => ({ token: 'nonsense', input: {} }),
        async (world) => {
          const sample = await asNewUser(world);
          const { token = '' } = sample;
          await callAuth(world.server, 'logout', { token });
          return sample;
        },
      ],
    },
  },
  'PUT /api/auth.php?action=update': {
    prepare: async (world) => ({
      ...(await asNewUser(world)),
      optional: { current_password: password, timezone: 'Africa/Kampala' },
    }),
  },
  'POST /api/auth.php?action=reset-request': {
    prepare: async ({ owner }) => ({ input: { email: owner.email } }),
  },
  'POST /api/auth.php?action=reset-password': {
    prepare: openReset,
    statuses: {
      401: [
        async () => ({ input: { token: 'nonsense', password } }),
        async (world) => {
          const sample = await openReset(world);
          await callAuth(world.server, 'reset-password', { json: sample.input });
          return sample;
        },
        async (world) => {
          const sample = await openReset(world);
          world.server.clock.advance(30 * minuteMs);
          return sample;
        },
      ],
    },
  },
};
