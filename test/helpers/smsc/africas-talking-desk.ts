import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import pino from 'pino';
import { systemTimers, type Timers } from '../../../src/kit/time/timers.ts';
import type { OutgoingMessage } from '../../../src/sms/message.ts';
import { createAfricasTalkingProvider } from '../../../src/sms/providers/africas-talking/provider.ts';
import type { SubmitResult } from '../../../src/sms/providers/provider.ts';
import { type AfricasTalkingPeer, startAfricasTalkingPeer } from './africas-talking-peer.ts';

const log = pino({ level: 'silent' });

export const newMessage = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 1,
  userId: 1,
  to: '254712345678',
  text: 'Habari',
  from: null,
  class: 'transactional',
  expiresAt: 0,
  ...changes,
});
export const phone = (number: number) => `2547${String(number).padStart(8, '0')}`;

/** A peer that answers as Africa's Talking does, or as a test says, and providers that submit to it. */
export function useAfricasTalkingDesk() {
  let peer: AfricasTalkingPeer;
  before(async () => {
    peer = await startAfricasTalkingPeer();
  });
  after(() => peer.close());
  afterEach(() => {
    peer.calls.length = 0;
    peer.statusOf.clear();
    peer.answerWith(undefined);
  });

  const create = (changes = {}, timers: Timers = systemTimers) =>
    createAfricasTalkingProvider(
      {
        username: peer.username,
        apiKey: peer.apiKey,
        sender: undefined,
        url: peer.url,
        deadlineMs: 5000,
        ...changes,
      },
      { log, timers },
    );
  /** Submits a message that has no time to wait for another turn. */
  const submitOne = async (changes = {}, timers?: Timers): Promise<SubmitResult> => {
    const [result] = await create(changes, timers).submit([newMessage()], undefined, 0);
    return result ?? assert.fail('no answer');
  };

  return {
    get peer() {
      return peer;
    },
    create,
    submitOne,
  };
}
