import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nearestName } from './nearest-name.ts';

const known = ['to', 'message', 'scheduled_at', 'group_id', 'dry_run', 'class', 'campaign'];

describe('the nearest name', () => {
  it('is the one of the same letters, or of a slip or two', () => {
    const meant = Object.entries({
      dryRun: 'dry_run',
      DRYRUN: 'dry_run',
      'dry-run': 'dry_run',
      scheduledAt: 'scheduled_at',
      schedule_at: 'scheduled_at',
      groupID: 'group_id',
      mesage: 'message',
      massege: 'message',
      clas: 'class',
      klass: 'class',
      To: 'to',
      too: 'to',
    });
    for (const [given, name] of meant) assert.equal(nearestName(given, known), name, given);
  });

  it('is rather one whose letters changed places than one with a wrong letter', () => {
    assert.equal(nearestName('SMPT_URL', ['SMPP_URL', 'SMTP_URL']), 'SMTP_URL');
    assert.equal(nearestName('from', ['form', 'room']), 'form');
  });

  it('is none where nothing is near', () => {
    for (const given of ['', 'id', 'x', 'phone', 'text', 'constructor', 'm'.repeat(100_000)]) {
      assert.equal(nearestName(given, known), undefined, given.slice(0, 20));
    }
    assert.equal(nearestName('dryRun', []), undefined);
  });

  it('is the name itself however it is styled, whatever else is near', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}(_[a-z]{1,8})?$/), {
      minLength: 1,
      selector: (name) => name.replace('_', ''),
    });
    fc.assert(
      fc.property(names, fc.nat(), (all, at) => {
        const name = all[at % all.length] ?? '';
        const camel = name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
        assert.equal(nearestName(camel, all), name);
        assert.equal(nearestName(name.toUpperCase(), all), name);
      }),
    );
  });

  it('is found by one letter that is missing, wrong or too many', () => {
    const slip = fc.constantFrom('missing', 'wrong', 'extra');
    fc.assert(
      fc.property(fc.nat(), slip, fc.constantFrom(...known.slice(1)), (seed, kind, name) => {
        const at = seed % name.length;
        const rest = name.slice(kind === 'extra' ? at : at + 1);
        const given = name.slice(0, at) + (kind === 'missing' ? '' : 'q') + rest;
        assert.equal(nearestName(given, known), name, given);
      }),
    );
  });
});
