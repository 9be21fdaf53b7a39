import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasonOf } from './refusal.ts';

const refused = (message: string, code?: string) => Object.assign(new Error(message), { code });

describe('why something was refused', () => {
  it('names the remedy where the disk is full, by any of its codes', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']) {
      assert.match(reasonOf(refused('no room', code)), /^no room; make room on that disk, /);
    }
  });

  it('is else what was said, of several addresses the first', () => {
    assert.equal(reasonOf(refused('not allowed', 'EACCES')), 'not allowed');
    assert.equal(reasonOf(new AggregateError([refused('one'), refused('two')])), 'one');
  });
});
