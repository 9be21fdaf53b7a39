import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readNotification } from './read-notification.ts';

describe('what a push shows', () => {
  it('is what the server wrote, and opens the tank', () => {
    const text = JSON.stringify({
      title: 'Kisima: Home',
      body: 'Low.',
      tag: 'ntf_1',
      url: '/tanks/7',
    });
    const { title, body, tag, data } = readNotification(text);
    assert.deepEqual([title, body, tag, data.url], ['Kisima: Home', 'Low.', 'ntf_1', '/tanks/7']);
  });

  it('is something in any case, and opens no other site', () => {
    assert.equal(readNotification('').title, 'Kisima');
    assert.equal(readNotification('{"url":"https://a.example/"}').data.url, '/');
  });
});
