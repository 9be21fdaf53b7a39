import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as server from '../../../../src/sms/message-states.ts';
import { isCancellable, isEnded, statuses } from './message-state.ts';

describe('the states of a message', () => {
  it('are those of the server', () => {
    assert.deepEqual([...statuses].sort(), [...server.messageStatuses].sort());
    for (const status of statuses) {
      const canBeCancelled = server.nextStatus(status, 'cancel') !== undefined;
      assert.equal(isCancellable(status), canBeCancelled, status);
      assert.equal(isEnded(status), server.endStatuses.includes(status), status);
    }
  });
});
