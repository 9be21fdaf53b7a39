import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import {
  international,
  newNumber,
  newSmsCaller,
  type SmsCaller,
} from '../helpers/sms/sms-caller.ts';
import { awaited, until } from '../helpers/until.ts';

const perl = '/usr/bin/perl';
const module = '/usr/share/perl5/Net/SMPP.pm';
const script = fileURLToPath(new URL('smsc.pl', import.meta.url));

/** What the SMSC of `smsc.pl` does with a transceiver, and what is bound in the end. */
const forms = {
  any: ['bound transceiver kisima secret'],
  separate: ['refused transceiver', 'bound transmitter', 'bound receiver'],
};

for (const [form, binds] of Object.entries(forms)) {
  describe(`an SMSC by Net::SMPP that takes ${form === 'any' ? 'transceivers' : 'none'}`, () => {
    let smsc: Awaited<ReturnType<typeof startSmsc>>;
    let server: TestServer;
    let caller: SmsCaller;

    before(async () => {
      smsc = await startSmsc(form);
      const SMPP_URL = `smpp://kisima:secret@127.0.0.1:${smsc.port}`;
      const env = { SMPP_URL, SMPP_SENDER: '22384' };
      server = await startTestServer({ engine: 'sqlite', isTimed: true, env });
      caller = await newSmsCaller(server);
      await until(() => binds.every((line) => smsc.lines.includes(line)));
    });
    after(async () => {
      await server.stop();
      smsc.stop();
    });

    const statusOf = async (id: string) =>
      ((await caller.call('GET', `/messages/${id}`)).body as { status: string }).status;

    it('hands over texts of one part and of several, whose receipts say that they arrived', async () => {
      for (const [message, parts, dataCoding] of [
        ['Maji yamefika', 1, 0],
        ['Maji yamefika, asante 💧'.padEnd(100, '.'), 2, 8],
        ['x'.repeat(400), 3, 0],
      ] as const) {
        const to = newNumber();
        const sent = await until(async () => {
          const answer = await caller.send({ to, message });
          return answer.status === 200 && (answer.body as { message_id: string });
        });
        await until(async () => (await statusOf(sent.message_id)) === 'delivered');
        const line = new RegExp(`^submit 22384 ${international(to)} \\d+ ${dataCoding} `);
        assert.equal(smsc.lines.filter((each) => line.test(each)).length, parts);
      }
      assert.ok(smsc.lines.includes('confirmed 0'));
    });

    it('hears of the phone that writes STOP', async () => {
      const to = newNumber();
      const promotion = { to, class: 'promotional', message: 'Ofa, reply STOP' };
      assert.equal((await caller.send(promotion)).status, 200);
      const phones = await until(async () => {
        const optOuts = (await caller.owner.call('GET', '/opt-outs')).body as { phone: string }[];
        return optOuts.length > 0 && optOuts.map(({ phone }) => phone);
      });
      assert.deepEqual(phones, [international(to)]);
      assert.equal((await caller.send(promotion)).status, 400);
    });
  });
}

/** Runs `smsc.pl`; `lines` is all it has written so far. */
async function startSmsc(form: string) {
  await access(module).catch(() => {
    throw new Error(`${module} is missing: apt-get install libnet-smpp-perl`);
  });
  const child = spawn(perl, [script, form], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const port = await awaited(
    'the port of the SMSC',
    new Promise<number>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('port ')) resolve(Number(line.slice('port '.length)));
      });
    }),
  );
  return { port, lines, stop: () => child.kill() };
}
