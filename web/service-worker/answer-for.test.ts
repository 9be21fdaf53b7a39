import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerFor, isThePage } from './answer-for.ts';

describe('what the service worker answers', () => {
  it('answers pages and assets', () => {
    assert.equal(answerFor('/', true), 'page');
    assert.equal(answerFor('/tanks/12', true), 'page');
    assert.equal(answerFor('/apiary', true), 'page');
    assert.equal(answerFor('/assets/index-abc.js', false), 'asset');
    assert.equal(answerFor('/icon-192.png', false), 'asset');
  });

  it('leaves what must be fresh, and what is not the dashboard, to the server', () => {
    for (const path of ['/api/tanks', '/v1/account', '/V1/sms/send', '/dashboard.json']) {
      assert.equal(answerFor(path, false), 'pass', path);
    }
    for (const path of ['/dashboard.json', '/iot_push.php', '/v1', '/api/no-such-thing']) {
      assert.equal(answerFor(path, true), 'pass', path);
    }
    for (const path of ['/docs', '/docs/static/index.html', '/openapi.json', '/metrics']) {
      assert.equal(answerFor(path, true), 'pass', path);
    }
    for (const path of ['/licences.txt', '/icon-192.png', '/assets/index-abc.js']) {
      assert.equal(answerFor(path, true), 'pass', path);
    }
  });

  it('keeps the page itself for days without a network, and nothing that came in its place', () => {
    const html = {
      ok: true,
      redirected: false,
      headers: new Headers({ 'content-type': 'text/html' }),
    };
    assert.ok(isThePage('/', html));
    assert.ok(!isThePage('/licences.txt', html));
    assert.ok(!isThePage('/tanks/12', html));
    assert.ok(!isThePage('/', { ...html, ok: false }));
    assert.ok(!isThePage('/', { ...html, redirected: true }));
    const text = new Headers({ 'content-type': 'text/plain' });
    assert.ok(!isThePage('/', { ...html, headers: text }));
    assert.ok(!isThePage('/', { ...html, headers: new Headers() }));
  });
});
