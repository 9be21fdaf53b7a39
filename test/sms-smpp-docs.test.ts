import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { readReceipt } from '../src/sms/providers/smpp/from-smsc/receipts.ts';
import type { ShortMessage } from '../src/sms/providers/smpp/pdu/pdu.ts';
import { openTestDatabase } from './helpers/database/test-database.ts';
import { createOutbox, fakeProvider, queueMessages, readMessage } from './helpers/sms/outbox.ts';

type Row = { names: string[]; becomes: string };

/** The table of receipts of the page: `NAME` or `NAME` (number), and what becomes of the message. */
async function readTable(): Promise<Row[]> {
  const page = await readFile(new URL('../docs/sms-smpp.md', import.meta.url), 'utf8');
  const table = page.split('| Receipt | The message |\n')[1]?.split('\n\n')[0] ?? '';
  return Array.from(table.matchAll(/^\| (`.+) \| (.+) \|$/gm), ([, cell = '', becomes = '']) => ({
    names: Array.from(cell.matchAll(/`(\w+)`(?: \((\d)\))?/g), ([, name = '', number]) =>
      number === undefined ? [name] : [name, number],
    ).flat(),
    becomes: /^`(\w+)`/.exec(becomes)?.[1] ?? 'sent',
  }));
}

describe('docs/sms-smpp.md', () => {
  let bench: Awaited<ReturnType<typeof openTestDatabase>>;
  before(async () => {
    bench = await openTestDatabase('sqlite');
  });
  after(() => bench.close());

  it('says what each receipt makes of a message that was sent, and of its credit', async () => {
    const provider = fakeProvider('smpp');
    const { dispatcher, receipts, refunded } = createOutbox(bench.db, [provider]);
    provider.answer = ({ id }) => ({ outcome: 'accepted', refs: [`m${id}`] });
    await dispatcher.start?.();
    const table = await readTable();
    const names = table.flatMap((row) => row.names);
    assert.equal(names.length, new Set(names).size);
    assert.equal(names.length, 12 + 10, 'each state, and the numbers of the specification');
    for (const { names, becomes } of table) {
      for (const name of names) {
        const [id = 0] = await queueMessages(bench.db, 1);
        dispatcher.wake();
        await dispatcher.idle();
        const read = readReceipt(
          receiptOf(`id:m${id} sub:001 dlvrd:000 stat:${name} err:021 text:`),
        );
        if ('kind' in read) assert.fail(`${name} is not known`);
        const { id: ref, ...receipt } = read;
        await receipts.onReceipt({ provider: 'smpp', ref, ...receipt });
        await receipts.idle();
        const row = await readMessage(bench.db, id);
        assert.equal(row.status, becomes, name);
        if (becomes === 'undelivered') assert.match(row.error ?? '', /^[A-Z]+, error 021$/);
      }
    }
    assert.deepEqual(await refunded(), []);
    await dispatcher.stop?.();
  });
});

function receiptOf(text: string): ShortMessage {
  const nobody = { ton: 0, npi: 0, address: '' };
  return {
    serviceType: '',
    source: nobody,
    destination: nobody,
    esmClass: 4,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(text),
    tlvs: [],
  };
}
