import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { updateRole } from '../src/accounts/queries.ts';
import { describedOperations, fetchDescription, type OpenApi } from './contract/openapi.ts';
import { type SmsWorld, smsAdditions } from './contract/sms-additions.ts';
import { failureOf, wrongFields } from './helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from './helpers/sms/sms-account.ts';
import { newNumber, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';

describeOnBothEngines('what the SMS service has beyond its document', (engine) => {
  const server = useTestServer({ engine });
  let openApi: OpenApi;
  let admin: SmsOwner;
  let caller: SmsCaller;
  let world: SmsWorld;
  before(async () => {
    openApi = await fetchDescription(server);
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    caller = await newSmsCaller(server);
    const [other, suspended] = [await newSmsCaller(server), await newSmsOwner(server)];
    await suspended.call('GET', '');
    const phone = newNumber();
    const jobOf = async ({ bulk }: SmsCaller) => {
      const { body } = await bulk({ to: [phone, 'x'], message: 'Hi' });
      return (body as { job_id: number }).job_id;
    };
    const accountId = suspended.userId;
    world = { jobId: await jobOf(caller), othersJobId: await jobOf(other), accountId, phone };
  });

  for (const { route, auth, query, statuses, params, others, happy, limits } of smsAdditions) {
    describe(route, () => {
      const [method = '', template = ''] = route.split(' ');
      const call = (
        given: ReturnType<typeof happy>,
        { isLetIn = true, own = params }: { isLetIn?: boolean; own?: typeof params } = {},
      ) => {
        const values = Object.entries(own?.(world) ?? {});
        const path = values.reduce(
          (filled, [name, value]) => filled.replace(`{${name}}`, String(value)),
          template,
        );
        const token = auth === 'admin' ? admin.token : caller.owner.token;
        const pass = auth === 'key' ? { headers: { 'x-api-key': caller.apiKey } } : { token };
        const { json } = given;
        return server.request(method, given.query ? `${path}?${given.query}` : path, {
          ...(isLetIn && pass),
          ...(json && { json }),
        });
      };

      it('is described with these fields and statuses', () => {
        const { parameters = [], responses = {} } = describedOperations(openApi).get(route) ?? {};
        const fields = parameters
          .filter((each) => each.in !== 'header')
          .map(({ name, required = false }) => [name, required]);
        assert.deepEqual(Object.fromEntries(fields), query);
        assert.deepEqual(Object.keys(responses).map(Number), statuses);
      });

      it('answers who is let in, and 401 to all others', async () => {
        const answer = await call(happy(world));
        assert.equal(answer.status, 200, answer.text);
        assert.equal((await call(happy(world), { isLetIn: false })).status, 401);
        if (auth !== 'admin') return;
        const values = Object.entries(params?.(world) ?? {});
        const path = values.reduce((to, [name, id]) => to.replace(`{${name}}`, `${id}`), template);
        const stranger = await server.request(method, path, {
          token: caller.owner.token,
          ...(method === 'PUT' && { json: {} }),
        });
        assert.deepEqual(failureOf(stranger), [404, 'not_found']);
      });

      it("does not know another owner's record, or one that is not there", async () => {
        if (!others) return;
        const answer = await call(happy(world), { own: others });
        assert.deepEqual(failureOf(answer), [404, 'not_found']);
      });

      it('takes what is within its limits, and names what is beyond', async () => {
        for (const { field, good, bad } of limits) {
          for (const each of good) {
            const { status, text } = await call(each);
            assert.equal(status, 200, `${JSON.stringify(each)}: ${text}`);
          }
          for (const each of bad) {
            assert.deepEqual(wrongFields(await call(each)), [field], JSON.stringify(each));
          }
        }
      });
    });
  }
});
