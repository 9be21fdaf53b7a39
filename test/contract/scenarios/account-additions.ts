import { callAuth, readSignedIn } from '../../helpers/accounts/accounts.ts';
import {
  codeAt,
  startSecondFactor,
  stepMs,
  type TwoStepUser,
  turnOnSecondFactor,
} from '../../helpers/accounts/second-factor.ts';
import type { Sample, Scenario, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const path = '/api/auth.php';
const asOwner: Scenario = { prepare: async ({ owner }) => ({ token: owner.token, input: {} }) };

async function newTwoStepUser({ server, newUser }: World): Promise<TwoStepUser> {
  return await turnOnSecondFactor(server, await newUser());
}

async function beginStart({ newUser }: World): Promise<Sample> {
  const { token, password } = await newUser();
  return { token, input: { password } };
}

async function beginConfirmation({ server, newUser }: World): Promise<Sample> {
  const user = await newUser();
  const secret = await startSecondFactor(server, user);
  return { token: user.token, input: { code: codeAt(secret, server.clock.now) } };
}

const newSession = async ({ server, owner }: World) => {
  const { email, password } = owner;
  const signedIn = readSignedIn(await callAuth(server, 'login', { json: { email, password } }));
  const { token } = signedIn;
  const { body } = await server.request('GET', `${path}?action=sessions`, { token });
  const sessions = body as { id: string; current: boolean }[];
  return sessions.find(({ current }) => current)?.id ?? '';
};

/** Operations that need the password and a code. */
const byPasswordAndCode: Scenario = {
  prepare: async (world) => {
    const { token, password, recoveryCodes } = await newTwoStepUser(world);
    return { token, input: { password, code: recoveryCodes[0] } };
  },
  statuses: {
    400: [
      async (world) => {
        const { token, recoveryCodes } = await newTwoStepUser(world);
        return { token, input: { password: 'wrong horse', code: recoveryCodes[0] } };
      },
      async (world) => {
        const { token, password, secret } = await newTwoStepUser(world);
        const code = codeAt(secret, world.server.clock.now + 5 * stepMs);
        return { token, input: { password, code } };
      },
    ],
    409: [
      async ({ newUser }) => {
        const { token, password } = await newUser();
        return { token, input: { password, code: '123456' } };
      },
    ],
  },
};

export const accountAdditionsScenarios: Scenarios = {
  [`GET ${path}?action=second-factor`]: asOwner,
  [`POST ${path}?action=second-factor-start`]: {
    prepare: beginStart,
    statuses: {
      400: [
        async ({ newUser }) => {
          const { token } = await newUser();
          return { token, input: { password: 'wrong horse' } };
        },
      ],
      409: [
        async (world) => {
          const { token, password } = await newTwoStepUser(world);
          return { token, input: { password } };
        },
      ],
    },
  },
  [`POST ${path}?action=second-factor-confirm`]: {
    prepare: beginConfirmation,
    statuses: {
      400: [
        async (world) => {
          const { token } = await beginConfirmation(world);
          return { ...(token !== undefined && { token }), input: { code: 'nonsense' } };
        },
      ],
      409: [
        async ({ newUser }) => ({ token: (await newUser()).token, input: { code: '123456' } }),
        async (world) => {
          const { token } = await newTwoStepUser(world);
          return { token, input: { code: '123456' } };
        },
      ],
    },
  },
  [`POST ${path}?action=second-factor-renew-codes`]: byPasswordAndCode,
  [`POST ${path}?action=second-factor-remove`]: byPasswordAndCode,
  [`GET ${path}?action=sessions`]: asOwner,
  [`DELETE ${path}?action=end-session`]: {
    prepare: async (world) => ({
      token: world.owner.token,
      input: { id: await newSession(world) },
    }),
    statuses: {
      404: [
        async ({ owner }) => ({ token: owner.token, input: { id: 'nonsense' } }),
        async (world) => ({
          token: world.stranger.token,
          input: { id: await newSession(world) },
        }),
      ],
    },
  },
  [`POST ${path}?action=end-other-sessions`]: asOwner,
};
