import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { until } from '../../../../test/helpers/until.ts';
import { readConfig } from '../../../config.ts';
import { ConfigError } from '../../../settings/setting-types.ts';

const SMPP_URL = 'smpp://kisima:secret@127.0.0.1:2775';
const statusesOf = (SMPP_THROTTLED_STATUSES: string) =>
  readConfig({ SMPP_URL, SMPP_THROTTLED_STATUSES }).smpp?.throttledStatuses;

/** A refused `submit_sm_resp` with an empty id and `additional_status_info_text`, octet by octet. */
function refusalOf(sequence: number, status: number, words: string): Buffer {
  const body = Buffer.from(`\0\x00\x1d\0\0${words}\0`, 'latin1');
  body.writeUInt16BE(words.length + 1, 3);
  const head = Buffer.alloc(16);
  for (const [index, value] of [16 + body.length, 0x8000_0004, status, sequence].entries()) {
    head.writeUInt32BE(value, 4 * index);
  }
  return Buffer.concat([head, body]);
}

type Refusal = { command_status: number; words?: string };

describe('an SMSC that throttles in a way of its own', () => {
  const bind = useSmppPairs(bindPair);

  /** Submits a text of three parts, of which the SMSC refuses some at first; gives outcome and parts seen. */
  async function submitRefused(
    { command_status, words }: Refusal,
    throttledStatuses: readonly number[] = [],
    isRefused = (index: number) => index % 2 === 0 && index < 6,
  ) {
    let seen = 0;
    const { provider, timers, session } = await bind({
      options: { throttledStatuses },
      onSubmit: ({ sequence_number }, index) => {
        seen += 1;
        if (!isRefused(index)) return {};
        if (words === undefined) return { command_status };
        // The peer's library leaves out the body of a refusal.
        session.socket.write(refusalOf(sequence_number, command_status, words));
        return undefined;
      },
    });
    let isDone = false;
    const submitted = provider.submit([messageOf({ text: 'a'.repeat(400) })]).finally(() => {
      isDone = true;
    });
    await until(() => {
      timers.advance(100);
      return isDone;
    });
    const [result] = await submitted;
    return { result, seen };
  }

  it('has the message in full, each part once more, by a status that is set', async () => {
    for (const command_status of [0x400, 0x40d, 0x501, 0xff, 0x45]) {
      const { result, seen } = await submitRefused({ command_status }, [command_status]);
      assert.ok(result?.outcome === 'accepted', JSON.stringify(result));
      assert.equal(result.refs.length, 3);
      assert.equal(seen, 6);
    }
  });

  it('has it in full by words, whatever the status', async () => {
    for (const words of [
      'Throttled',
      'throughput limit exceeded',
      'TPS exceeded',
      'Exceeded max TPS',
      'Too many messages per second',
      'Rate limit reached',
    ]) {
      const { result } = await submitRefused({ command_status: 0x45, words });
      assert.equal(result?.outcome, 'accepted', words);
    }
  });

  it('is refused for good by any other status and words', async () => {
    for (const words of ['', 'Sender exceeded length', 'Rated text']) {
      const { result } = await submitRefused({ command_status: 0x40e, words }, [0x40d]);
      assert.equal(result?.outcome, 'refused', words);
    }
  });

  it('has its statuses set in either form', () => {
    assert.deepEqual(statusesOf('0x40d, 1281'), [0x40d, 1281]);
    for (const wrong of ['0', 'x', '0x', '1,', '0x123456789']) {
      assert.throws(() => statusesOf(wrong), ConfigError, wrong);
    }
  });
});
