import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attempted, bulkBody, edited, emptyDraft, isSafeToRepeat, singleBody } from './draft.ts';
import { readRecipients } from './recipients/recipients.ts';

const hour = 3_600_000;
const draft = { ...emptyDraft, message: 'Water is back', recipients: '0712345678\n0733000001' };
const two = readRecipients(draft.recipients);

describe('a draft', () => {
  it('has one key while the same is tried again, and another after a change', () => {
    let made = 0;
    const newKey = () => `key-${++made}`;
    const first = attempted(draft, 0, newKey);
    assert.deepEqual(attempted(first, 22 * hour, newKey), first);
    assert.equal(attempted(edited(first, { campaign: 'May' }), hour, newKey).attempt.key, 'key-2');
  });

  it('does not rely on a key that the server may have forgotten', () => {
    const first = attempted(draft, 0, () => 'first');
    assert.equal(isSafeToRepeat(first, 22 * hour), true);
    assert.equal(isSafeToRepeat(first, 23 * hour), false);
    assert.equal(attempted(first, 23 * hour, () => 'second').attempt.key, 'second');
    assert.equal(isSafeToRepeat(draft, 0), false);
  });

  it('asks for what was filled in', () => {
    assert.deepEqual(bulkBody(draft, { recipients: two }, 'Africa/Nairobi'), {
      to: ['0712345678', '0733000001'],
      message: 'Water is back',
    });
    const later = { isLater: true, day: '2026-11-22', time: '08:00' };
    const group = {
      ...draft,
      ...later,
      mode: 'group',
      class: 'transactional',
      groupId: 7,
      campaign: ' May ',
      sender: 'KISIMA',
    } as const;
    assert.deepEqual(bulkBody(group, { recipients: two }, 'Africa/Nairobi'), {
      group_id: 7,
      message: 'Water is back',
      class: 'transactional',
      sender: 'KISIMA',
      campaign: 'May',
      scheduled_at: '2026-11-22T05:00:00.000Z',
    });
    assert.deepEqual(
      singleBody(
        { ...draft, ...later, time: '' },
        { to: '0712345678', name: null, line: 1 },
        'UTC',
      ),
      {
        to: '0712345678',
        message: 'Water is back',
        scheduled_at: '2026-11-22T',
      },
    );
  });
});
