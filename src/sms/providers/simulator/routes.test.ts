import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { queueMessages, storeJob } from '../../../../test/helpers/sms/outbox.ts';

const path = '/v1/account/outbox';
const sent = { status: 'sent', provider: 'simulator', due_at: null, sent_at: 1_795_248_000_000 };

describeOnBothEngines('GET /v1/account/outbox', (engine) => {
  const server = useTestServer({ engine });
  let token: string;
  let ids: number[];
  let jobId: number;
  before(async () => {
    const owner = await registerUser(server);
    const other = await registerUser(server);
    token = owner.token;
    const user_id = Number(owner.user.id);
    jobId = await storeJob(server.db, user_id, 'Water is back');
    ids = [
      ...(await queueMessages(server.db, 1, { user_id, ...sent })),
      ...(await queueMessages(server.db, 1, { user_id, ...sent, job_id: jobId, body: null })),
    ];
    const scheduled = { status: 'scheduled', due_at: Number.MAX_SAFE_INTEGER };
    await queueMessages(server.db, 1, { user_id, ...scheduled });
    await queueMessages(server.db, 1, { user_id, ...sent, provider: 'smpp' });
    await queueMessages(server.db, 1, { user_id: Number(other.user.id), ...sent });
  });

  it("shows what the simulator took of the caller's messages, newest first", async () => {
    const { status, body } = await server.request('GET', path, { token });
    assert.equal(status, 200);
    const first = {
      message_id: String(ids[1]),
      job_id: jobId,
      to: '254700000000',
      message: 'Water is back',
      redacted: false,
      class: 'transactional',
      status: 'sent',
      segments: 1,
      sent_at: '2026-11-21T08:00:00.000Z',
    };
    const second = { message_id: String(ids[0]), job_id: null, message: 'Tank 3 is nearly empty' };
    assert.deepEqual(body, [first, { ...first, ...second }]);
  });

  it('comes in pages', async () => {
    const { headers, body } = await server.request('GET', `${path}?limit=1`, { token });
    assert.equal((body as unknown[]).length, 1);
    const [, next = ''] = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    const page = await server.request('GET', next, { token });
    const [message] = page.body as { message_id: string }[];
    assert.equal(message?.message_id, String(ids[0]));
    assert.equal(page.headers.get('link'), null);
  });

  it('is 401 without a token and 400 for a wrong page', async () => {
    assert.equal((await server.request('GET', path)).status, 401);
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'before=0']) {
      const { status } = await server.request('GET', `${path}?${query}`, { token });
      assert.equal(status, 400, query);
    }
  });
});
