import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSignedBy, signPost } from './sign-post.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const body = '{"type":"message.inbound"}';
const headers = signPost({ secret, id: 'evt_1', now, body });

describe('a signed post', () => {
  it('is known by its secret, at most five minutes off, also among other signatures', () => {
    assert.ok(isSignedBy(secret, headers, { body, now }));
    assert.ok(isSignedBy(secret, headers, { body, now: now + 300_000 }));
    assert.ok(isSignedBy(secret, headers, { body, now: now - 300_000 }));
    const signatures = `v1,abc ${headers['webhook-signature']}`;
    assert.ok(isSignedBy(secret, { ...headers, 'webhook-signature': signatures }, { body, now }));
  });

  it('is refused where anything of it is another, old or missing', () => {
    const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
    assert.ok(!isSignedBy(other, headers, { body, now }));
    assert.ok(!isSignedBy(secret, headers, { body: `${body} `, now }));
    assert.ok(!isSignedBy(secret, headers, { body, now: now + 301_000 }));
    assert.ok(!isSignedBy(secret, headers, { body, now: now - 301_000 }));
    for (const [name, value] of [
      ['webhook-id', 'evt_2'],
      ['webhook-timestamp', String(now / 1000 + 1)],
      ['webhook-timestamp', 'now'],
      ['webhook-signature', 'v1,'],
    ] as const) {
      assert.ok(!isSignedBy(secret, { ...headers, [name]: value }, { body, now }), name);
    }
    for (const name of Object.keys(headers)) {
      assert.ok(!isSignedBy(secret, { ...headers, [name]: undefined }, { body, now }), name);
    }
  });
});
