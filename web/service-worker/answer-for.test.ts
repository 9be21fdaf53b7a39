import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerFor } from './answer-for.ts';

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
  });
});
