import { newPhone } from '../../helpers/accounts/phone-accounts.ts';
import type { Sample, Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

const path = '/api/auth.php';

async function beginPhone({ newUser }: World): Promise<Sample> {
  const { token, password } = await newUser();
  return { token, input: { phone: newPhone(), password } };
}

/** Somebody who was sent a code. */
async function withCode({ newUser, phones }: World): Promise<Sample> {
  const user = await newUser();
  const phone = newPhone();
  await phones.start(user, phone);
  return { token: user.token, input: { sms_code: await phones.nextCode(phone) } };
}

async function withPhone({ phones }: World): Promise<Sample> {
  const { token, password } = await phones.newUser();
  return { token, input: { password } };
}

/** A reset by SMS that is under way. */
async function openReset({ phones }: World): Promise<Sample> {
  const { phone } = await phones.newUser();
  await phones.call('phone-reset-request', { phone });
  const sms_code = await phones.nextCode(phone);
  return { input: { phone, sms_code, password: 'battery staple' } };
}

const wrongPassword = async (sample: Sample): Promise<Sample> => ({
  ...sample,
  input: { ...sample.input, password: 'wrong horse' },
});

export const accountPhonesScenarios: Scenarios = {
  [`GET ${path}?action=sign-in-ways`]: { prepare: async () => ({ input: {} }) },
  [`POST ${path}?action=phone-start`]: {
    prepare: beginPhone,
    statuses: {
      400: [
        async (world) => wrongPassword(await beginPhone(world)),
        async (world) => {
          const { input, ...sample } = await beginPhone(world);
          return { ...sample, input: { ...input, phone: '12345' } };
        },
      ],
      429: [
        async (world) => {
          const user = await world.newUser();
          const phone = newPhone();
          await world.phones.start(user, phone);
          return { token: user.token, input: { phone, password: user.password } };
        },
      ],
      502: [
        async (world) => {
          const sample = await beginPhone(world);
          world.phones.refuse(String(sample.input['phone']));
          return sample;
        },
      ],
    },
  },
  [`POST ${path}?action=phone-confirm`]: {
    prepare: withCode,
    statuses: {
      409: [
        async ({ newUser }) => ({
          token: (await newUser()).token,
          input: { sms_code: '123456' },
        }),
      ],
    },
  },
  [`POST ${path}?action=phone-remove`]: {
    prepare: withPhone,
    statuses: { 400: [async (world) => wrongPassword(await withPhone(world))] },
  },
  [`POST ${path}?action=phone-reset-request`]: {
    prepare: async () => ({ input: { phone: newPhone() } }),
    statuses: {
      429: [
        async ({ phones }) => {
          const phone = newPhone();
          for (let count = 0; count < 5; count += 1) {
            await phones.call('phone-reset-request', { phone });
          }
          return { input: { phone } };
        },
      ],
    },
  },
  [`POST ${path}?action=phone-reset`]: {
    prepare: openReset,
    statuses: {
      401: [
        async () => ({
          input: { phone: newPhone(), sms_code: '123456', password: 'battery staple' },
        }),
        async (world) => {
          const sample = await openReset(world);
          await world.phones.call('phone-reset', sample.input);
          return sample;
        },
      ],
    },
  },
};
