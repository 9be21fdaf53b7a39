import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { hoardStreams } from '../../../test/helpers/hostile/stream-hoarder.ts';
import { newTicket, openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';

describeOnBothEngines('streams of an address', (engine) => {
  let server: TestServer;
  before(async () => {
    const env = { STREAMS_PER_ACCOUNT: '4', STREAMS_PER_ADDRESS: '6', TRUST_PROXY: '1' };
    server = await startTestServer({ engine, env });
  });
  after(() => server.stop());

  const newTokens = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => registerUser(server)))).map(
      ({ token }) => token,
    );
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('are six at most, whosever they are, and others have room', async () => {
    const tokens = await newTokens(3);
    const hoard = await hoardStreams({
      url: server.url,
      tokens,
      most: 10,
      headers: from('2001:db8:1:2::1'),
    });
    assert.deepEqual([hoard.open, hoard.refusedWith], [6, 429]);

    // The holder of an IPv6 address has all that begin with the same 64 bits.
    const [token = ''] = tokens;
    const path = `/api/stream?ticket=${await newTicket(server, token)}`;
    const headers = from('2001:db8:1:2:3:4:5:6');
    const refused = await server.request('GET', path, { headers });
    assert.deepEqual(
      [refused.status, refused.body],
      [
        429,
        {
          success: false,
          error: 'This address has 6 streams already; close one first.',
          code: 'too_many_requests',
          retry_after: 30,
        },
      ],
    );
    const elsewhere = await openStream(server, token, { headers: from('2001:db8:1:3::1') });
    elsewhere.hangUp();
    hoard.letGo();
    await untilOpen(server, 0);
    const again = await openStream(server, token, { headers });
    again.hangUp();
    await untilOpen(server, 0);
  });

  it('and of an account are no more when all are asked for at once', async () => {
    const tokens = await newTokens(3);
    const open = async (token: string, address: string) => {
      const leaving = new AbortController();
      const response = await fetch(
        `${server.url}/api/stream?ticket=${await newTicket(server, token)}`,
        { headers: from(address), signal: leaving.signal },
      );
      return { status: response.status, hangUp: () => leaving.abort() };
    };
    const countOpen = (streams: { status: number }[]) =>
      streams.filter(({ status }) => status === 200).length;

    const [first = '', ...others] = tokens;
    const ofOne = await Promise.all(
      Array.from({ length: 12 }, (_, index) => open(first, `198.51.100.${index}`)),
    );
    const ofAll = await Promise.all(
      Array.from({ length: 8 }, () => others.map((token) => open(token, '203.0.113.9'))).flat(),
    );
    assert.deepEqual([countOpen(ofOne), countOpen(ofAll)], [4, 6]);
    for (const { hangUp } of [...ofOne, ...ofAll]) hangUp();
    await untilOpen(server, 0);
  });
});
