import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { readConfig } from '../../../config.ts';
import { ConfigError } from '../../../settings/setting-types.ts';
import { outcomeOf } from './outcome-of.ts';
import { decodePdu } from './pdu/decode-pdu.ts';

const SMPP_URL = 'smpp://kisima:secret@127.0.0.1:2775';
const statusesOf = (SMPP_NO_CREDIT_STATUSES: string) =>
  readConfig({ SMPP_URL, SMPP_NO_CREDIT_STATUSES }).smpp?.noCreditStatuses;

/** The outcome of a `submit_sm_resp` with an empty id and, where given, `additional_status_info_text`. */
function outcomeWith(status: number, words?: string) {
  const text =
    words === undefined ? Buffer.alloc(0) : Buffer.from(`\0\x1d\0\0${words}\0`, 'latin1');
  if (words !== undefined) text.writeUInt16BE(words.length + 1, 2);
  const frame = Buffer.concat([Buffer.alloc(17), text]);
  for (const [at, value] of [frame.length, 0x8000_0004, status, 1].entries()) {
    frame.writeUInt32BE(value, 4 * at);
  }
  const pdu = decodePdu(frame);
  if (pdu.command !== 'submit_sm_resp') assert.fail(pdu.command);
  return outcomeOf(pdu, { refOf: (id) => id, isNoCredit: () => false, isThrottled: () => false });
}

describe('an SMSC that takes no messages for want of money', () => {
  const bind = useSmppPairs(bindPair);

  it('says so by a status that is set, each with its own', async () => {
    // Hollatags, Infobip, smpp.io.
    for (const status of [0x401, 0xff, 0x67]) {
      const { provider } = await bind({
        options: { noCreditStatuses: [status] },
        onSubmit: () => ({ command_status: status }),
      });
      const [outcome] = await provider.submit([messageOf()]);
      assert.ok(outcome?.outcome === 'busy' && outcome.forMoney, JSON.stringify(outcome));
      assert.equal(outcome.pauseMs, 60_000);
    }
  });

  it('says so in words', () => {
    const words = 'Account has insufficient balance';
    assert.deepEqual(outcomeWith(0xff, words), {
      outcome: 'busy',
      error: `ESME_RUNKNOWNERR (0xff): ${words}`,
      pauseMs: 60_000,
      forMoney: true,
    });
  });

  it('refuses for good by any other status, with its words', () => {
    const refused = { outcome: 'refused', error: 'status 0x402: Sender barred' };
    assert.deepEqual(outcomeWith(0x402, 'Sender barred'), refused);
    assert.deepEqual(outcomeWith(0x402), { outcome: 'refused', error: 'status 0x402' });
  });

  it('has its statuses set in either form', () => {
    assert.deepEqual(statusesOf('0x401, 255'), [0x401, 255]);
    for (const wrong of ['0', 'x', '0x', '1,', '0x123456789']) {
      assert.throws(() => statusesOf(wrong), ConfigError, wrong);
    }
  });
});
