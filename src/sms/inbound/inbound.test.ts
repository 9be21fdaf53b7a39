import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import {
  readNamedOptOut,
  readOptOutWord,
  startWords,
  stopWords,
} from '../../kit/text/opt-out-word.ts';
import { findOptOuts } from '../opt-outs/queries.ts';
import type { InboundMessage } from '../providers/provider.ts';
import { senderKey } from './queries.ts';
import { storeInbound } from './store-inbound.ts';

const path = '/v1/account/inbound';

type Inbound = { id: number; from: string; to: string; message: string; received_at: string };

describe('words that end and resume promotional messages', () => {
  const anyCase = (word: string) =>
    fc
      .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
      .map((upper) => [...word].map((c, at) => (upper[at] ? c.toUpperCase() : c)).join(''));
  const space = fc.stringMatching(/^[ \t\r\n"*]{0,3}$/);
  const tail = fc.stringMatching(/^[ .,!?;:'")…-]{0,4}$/u);

  it('are read in any case, with space and punctuation around', () => {
    const written = ['stop-all', 'acha \n kutuma', 'opt-out', 'unsub', 'stop sub', 'end', 'sitaki'];
    for (const [word, meaning] of [
      ...[...stopWords, ...written].map((each) => [each.toLowerCase(), 'stop'] as const),
      ...startWords.map((each) => [each.toLowerCase(), 'start'] as const),
    ]) {
      fc.assert(
        fc.property(space, anyCase(word), tail, (before, text, after) => {
          assert.equal(readOptOutWord(before + text + after), meaning);
        }),
      );
    }
  });

  it('are read with the sender that they are meant for, said again, and in letters that phones put for them', () => {
    const at = (to: string, texts: string[], meaning?: 'stop' | 'start') => {
      for (const text of texts) assert.equal(readOptOutWord(text, to), meaning, text);
    };
    at('22384', ['STOP 22384', 'stop to 22384', 'Acha 22384.', 'STOP ALL 22384'], 'stop');
    at('KISIMA', ['STOP KISIMA', 'stop to Kisima', 'unsub kwa kisima'], 'stop');
    at('Maji & Co', ['STOP Maji & Co', 'stop maji co'], 'stop');
    at('22384', ['START 22384', 'anza kwa 22384', 'start\nstart'], 'start');
    at('22384', ['STOP STOP', 'stop\nSTOP', 'unsubscribe all', 'STOP MESSAGES'], 'stop');
    at('22384', ['ＳＴＯＰ', 'STOP\u200b', '\ufeffstop', 'STOP ❤️', 'STOP\0'], 'stop');
    at('22384', ['STOP 22385', 'STOP 2', '22384', 'start stop', '', 'all stop']);
  });

  it('are read with courtesies and with what is to stop, but no start that says more', () => {
    const stops = [
      ...[
        'please stop',
        'Stop please.',
        'tafadhali acha',
        'stop 22384 now',
        'pls STOP 22384 asante',
      ],
      ...[
        'stop sending me messages',
        'STOP TEXTING ME',
        'stop it!',
        'Stop marketing sms',
        'S.T.O.P',
      ],
      ...[
        'unsubscribe me',
        'remove my number',
        'opt me out',
        'STOP promotions',
        'cancel subscription',
      ],
      ...[
        'Wacha',
        'wacheni',
        'acha kunitumia meseji',
        'sitaki tena',
        'USINITUMIE',
        'Sitaki ujumbe wenu tena',
        'Usitume hizi sms',
        'ondoa namba yangu',
      ],
    ];
    for (const text of stops) assert.equal(readOptOutWord(text, '22384'), 'stop', text);
    for (const text of ['start please', 'please start', 'start service', 'start it now']) {
      const isAlone = text.includes('please');
      assert.equal(readOptOutWord(text, '22384'), isAlone ? 'start' : undefined, text);
    }
    const others = [
      'stop the pump',
      'sitaki maji leo',
      'please',
      'me stop',
      'stop my order',
      'acha maji',
    ];
    for (const text of others) assert.equal(readOptOutWord(text, '22384'), undefined, text);
  });

  it('are read above the signature of a phone, and not above another line', () => {
    const table: [string, 'stop' | 'start' | undefined][] = [
      ['STOP\n--\nSent from my phone', 'stop'],
      ['STOP\r\n-- \r\nWanjiku Kamau\r\nAccountant, Maji Mengi Ltd, P.O. Box 1, Nairobi', 'stop'],
      ['Stop\n\nSent from my iPhone', 'stop'],
      ['acha\nSent via Samsung Galaxy', 'stop'],
      ['STOP\nGet Outlook for Android', 'stop'],
      ['sitaki\nImetumwa kutoka simu yangu', 'stop'],
      ['STOP\n____', 'stop'],
      ['START\n--\nJane', 'start'],
      [`STOP\n--\n${'x'.repeat(500)}`, 'stop'],
      ['Stop. Thanks', 'stop'],
      ['STOP\nAsante', 'stop'],
      ['stop by tomorrow', undefined],
      ['Stop\nby tomorrow', undefined],
      ['Stop. The pump is broken', undefined],
      ['Stop - the pump is broken', undefined],
      ['STOP\nthe pump', undefined],
      ['The pump will not\n--\nSTOP', undefined],
      ['stop sent from the shop', undefined],
      ['\n--\nSTOP', undefined],
    ];
    for (const [text, meaning] of table) assert.equal(readOptOutWord(text, '22384'), meaning, text);
    const named = { word: 'stop', name: 'KISIMA' };
    assert.deepEqual(readNamedOptOut('STOP KISIMA\n--\nJane'), named);
  });

  it('are not read out of other words and sentences', () => {
    const others = [
      '',
      '.',
      'stopp',
      'non-stop',
      'STOP 5',
      'please',
      'acha kelele',
      'cancel my order',
      'stop all alarms',
      'kutuma acha',
    ];
    for (const text of [...others, '5stop', 'stopstop', 'anza!x', 'ſtop\u0301']) {
      assert.equal(readOptOutWord(text), undefined, text);
    }
  });
});

describe('senders', () => {
  it('are compared without regard to case, spaces and the form of a number', () => {
    assert.equal(senderKey(' Kisima '), senderKey('KISIMA'));
    assert.equal(senderKey('+254711082300'), senderKey('0711 082 300'));
    assert.equal(senderKey('22384'), '22384');
  });
});

describeOnBothEngines('messages from phones', (engine) => {
  const server = useTestServer({ engine });
  let senders = 30_000;

  const newOwner = async () => {
    const { token, user } = await registerUser(server);
    const sender = String(++senders);
    const row = { sender, name: sender, user_id: Number(user.id), created_at: server.clock.now };
    await server.db.write.insertInto('sms_senders').values(row).execute();
    return { token, userId: Number(user.id), sender };
  };
  const arrive = (message: Partial<InboundMessage> & { to: string }) =>
    storeInbound(
      { db: server.db, clock: () => server.clock.now },
      { provider: 'test', ref: null, from: '+254712345678', text: 'Habari', ...message },
    );
  const list = async (token: string | undefined, query = '') =>
    await server.request('GET', path + query, { token });
  const texts = async (token: string) =>
    ((await list(token)).body as Inbound[]).map(({ message }) => message);
  const optedOut = async (userId: number) =>
    (await findOptOuts(server.db.read, userId, { after: '', limit: 10 })).map(({ phone }) => phone);

  it('are listed for the account whose number they were sent to', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, text: 'Maji yameisha\n💧' });
    const { status, body } = await list(token);
    assert.equal(status, 200);
    const [{ id, ...rest }] = body as [Inbound];
    assert.ok(Number.isInteger(id));
    assert.deepEqual(rest, {
      from: '254712345678',
      to: sender,
      message: 'Maji yameisha\n💧',
      redacted: false,
      received_at: new Date(server.clock.now).toISOString(),
    });
    assert.deepEqual(await texts((await newOwner()).token), []);
    assert.equal((await list(undefined)).status, 401);
  });

  it('come newest first, page by page', async () => {
    const { token, sender } = await newOwner();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await arrive({ to: sender, text });
    const pages: string[][] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next) {
      const answer = await server.request('GET', next, { token });
      pages.push((answer.body as Inbound[]).map(({ message }) => message));
      next = nextPage(answer);
    }
    assert.deepEqual(pages, [['e', 'd'], ['c', 'b'], ['a']]);
    for (const limit of ['0', '501', 'x', '']) {
      assert.deepEqual(wrongFields(await list(token, `?limit=${limit}`)), ['limit']);
    }
    for (const limit of [1, 500]) assert.equal((await list(token, `?limit=${limit}`)).status, 200);
    assert.deepEqual(wrongFields(await list(token, '?before=x')), ['before']);
  });

  it('are stored once, however often a provider repeats them', async () => {
    const { token, sender, userId } = await newOwner();
    const message = { to: sender, ref: `ref-${sender}`, text: 'Stop.' };
    await Promise.all([arrive(message), arrive(message), arrive(message)]);
    assert.deepEqual(await texts(token), ['Stop.']);
    await arrive({ to: sender, text: 'start' });
    await arrive(message);
    assert.deepEqual(await optedOut(userId), []);
  });

  it('are stored once where a provider that gives no ids repeats them, and twice minutes apart', async () => {
    const [{ token, sender }, other] = [await newOwner(), await newOwner()];
    const message = { to: sender, text: 'Maji?' };
    await Promise.all([arrive(message), arrive(message), arrive(message)]);
    server.clock.now += 80_000;
    await arrive(message);
    assert.deepEqual(await texts(token), ['Maji?']);
    await arrive({ ...message, to: other.sender });
    await arrive({ ...message, from: '+254712345679' });
    await arrive({ ...message, text: 'maji?' });
    await arrive({ ...message, reference: '1 of 2' });
    assert.deepEqual(await texts(token), ['Maji?', 'maji?', 'Maji?', 'Maji?']);
    assert.deepEqual(await texts(other.token), ['Maji?']);
    server.clock.now += 40_000;
    await arrive(message);
    assert.equal((await texts(token)).length, 5);
  });

  it('are stored after the clock went back an hour', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, text: 'Maji?' });
    server.clock.now -= 3_600_000;
    await arrive({ to: sender, text: 'Maji?' });
    server.clock.now += 3_600_000;
    assert.deepEqual(await texts(token), ['Maji?', 'Maji?']);
  });

  it('to a number that is nobody’s go to nobody, and opt nobody out', async () => {
    const { token, userId } = await newOwner();
    await arrive({ to: '99999', text: 'STOP' });
    assert.deepEqual(await texts(token), []);
    assert.deepEqual(await optedOut(userId), []);
    const rows = await server.db.read
      .selectFrom('sms_inbound')
      .select(['user_id', 'body'])
      .where('to_number', '=', '99999')
      .execute();
    assert.deepEqual(rows, [{ user_id: null, body: 'STOP' }]);
  });

  it('opt a phone out in whatever form its network writes it, and nothing else', async () => {
    const forms = ['712345678', '0712345678', '+254712345678', '00254712345678', '2540712345678'];
    for (const from of forms) {
      const { sender, userId } = await newOwner();
      await arrive({ to: sender, from, text: 'STOP' });
      assert.deepEqual(await optedOut(userId), ['254712345678'], from);
      await arrive({ to: sender, from: forms[0] ?? '', text: 'START' });
      assert.deepEqual(await optedOut(userId), [], from);
    }
    const { token, sender, userId } = await newOwner();
    for (const from of ['Safaricom', '22384', '+255712345678', '']) {
      await arrive({ to: sender, from, text: 'STOP' });
    }
    assert.deepEqual(await optedOut(userId), []);
    assert.equal((await texts(token)).length, 4);
  });

  it('keep the list of opt-outs of the account that they were sent to', async () => {
    const [{ sender, userId }, other] = [await newOwner(), await newOwner()];
    await arrive({ to: sender, text: ' Acha! ' });
    await arrive({ to: sender, text: 'stop' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: other.sender, text: 'ANZA' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: sender, text: 'Anza.' });
    assert.deepEqual(await optedOut(userId), []);
    assert.deepEqual(await optedOut(other.userId), []);
  });

  it('that name another sender of the account opt out of it, and of no account that they were not sent to', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const give = async (sender: string, { userId }: { userId: number }) => {
      const row = { sender, name: sender, user_id: userId, created_at: server.clock.now };
      await server.db.write.insertInto('sms_senders').values(row).execute();
    };
    await give('MAJI LTD', owner);
    await give('DUKA', other);
    await arrive({ to: owner.sender, text: 'Stop Duka' });
    assert.deepEqual([await optedOut(owner.userId), await optedOut(other.userId)], [[], []]);
    await arrive({ to: owner.sender, text: 'Stop kwa Maji Ltd, tafadhali' });
    assert.deepEqual(await optedOut(owner.userId), ['254712345678']);
    await arrive({ to: owner.sender, text: 'START maji ltd' });
    assert.deepEqual(await optedOut(owner.userId), []);
  });

  it('that say STOP end promotional messages also a moment after a STOP and a START', async () => {
    const { token, sender, userId } = await newOwner();
    for (const text of ['STOP', 'START', 'STOP']) await arrive({ to: sender, text });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    await arrive({ to: sender, text: 'START' });
    assert.deepEqual(await optedOut(userId), ['254712345678']);
    assert.deepEqual(await texts(token), ['START', 'STOP']);
  });

  it('are taken whatever stands in them', async () => {
    const { token, sender } = await newOwner();
    await arrive({ to: sender, from: 'Safaricom', text: 'a\0b\ud800' });
    await arrive({ to: `${sender}\0`, text: '' });
    await arrive({ to: sender, text: 'x'.repeat(20_000), from: '9'.repeat(100) });
    const [long, empty, odd] = (await list(token)).body as [Inbound, Inbound, Inbound];
    assert.equal(long.message.length, 10_000);
    assert.equal(empty.message, '');
    assert.deepEqual([odd.from, odd.message], ['Safaricom', 'ab\ufffd']);
  });
});
