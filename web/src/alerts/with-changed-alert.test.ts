import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { withChangedAlert } from './with-changed-alert.ts';

const page = 3;
const alert = (id: number, severity = 'warning') => ({ id, severity });
const idsOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => id);

describe('a list of alerts after one was changed', () => {
  it('has it where it stood, also where it fits no more', () => {
    const changed = withChangedAlert([alert(9), alert(5)], alert(5, 'critical'), {
      fits: false,
      page,
    });
    assert.deepEqual(changed, [alert(9), alert(5, 'critical')]);
  });

  it('has a new one first, and none that does not fit', () => {
    assert.deepEqual(idsOf(withChangedAlert([alert(5)], alert(9), { fits: true, page })), [9, 5]);
    assert.deepEqual(idsOf(withChangedAlert([alert(5)], alert(9), { fits: false, page })), [5]);
  });

  it('leaves one of a later page to that page', () => {
    const shown = [alert(9), alert(8), alert(7)];
    assert.deepEqual(idsOf(withChangedAlert(shown, alert(2), { fits: true, page })), [9, 8, 7]);
    assert.deepEqual(idsOf(withChangedAlert([alert(9)], alert(2), { fits: true, page })), [9, 2]);
  });

  it('is always newest first, each once', () => {
    const ids = fc.uniqueArray(fc.nat(50)).map((all) => all.sort((a, b) => b - a));
    fc.assert(
      fc.property(ids, fc.nat(50), fc.boolean(), (before, id, fits) => {
        const after = idsOf(
          withChangedAlert(
            before.map((each) => alert(each)),
            alert(id),
            { fits, page },
          ),
        );
        assert.deepEqual(
          after,
          [...new Set(after)].sort((a, b) => b - a),
        );
        for (const each of before) assert.ok(after.includes(each));
      }),
    );
  });
});
