import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, deliver, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { smpp } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { encodingOf } from '../../text/segments.ts';
import type { Alphabet } from './alphabet.ts';
import { decodeText } from './from-smsc/inbound-text.ts';
import type { LongTexts, SmppOptions } from './options.ts';
import { decodePdu } from './pdu/decode-pdu.ts';
import { writeText } from './pdu/outgoing-text.ts';
import { type SubmitForm, toSubmitFrames } from './pdu/submit-frames.ts';
import { readUserData } from './pdu/user-data.ts';

const alphabets: Alphabet[] = ['gsm', 'latin1', 'ascii'];
const ways: LongTexts[] = ['udh', 'sar', 'payload'];

const gsmText = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà\f^{}\\[~]|€';
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...gsmText), minLength: 1, maxLength: 500 }),
  fc.string({ unit: fc.constantFrom('a', '@', '_', '{', 'é'), minLength: 1, maxLength: 500 }),
  fc.string({ unit: fc.constantFrom('a', '`', 'ê', 'Ş', '😀', '’'), minLength: 1, maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
);

describe('a text in the alphabet of an SMSC', () => {
  it('is read as it was written, in as many parts as are counted', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...alphabets), (text, alphabet) => {
        const { dataCoding, parts } = writeText(text, alphabet);
        assert.equal(decodeText(Buffer.concat(parts), dataCoding, alphabet), text);
        const { encoding, segments } = encodingOf(text);
        if (dataCoding === 0 || encoding === 'ucs2') assert.equal(parts.length, segments);
        const longest = parts.length === 1 ? 160 : 153;
        for (const part of parts) assert.ok(part.length <= longest);
      }),
    );
  });

  it('comes back from each way of sending long texts', () => {
    const form = {
      sender: { ton: 0, npi: 0, address: '' },
      serviceType: '',
      destinationTon: 1,
      destinationNpi: 1,
      longestValidityMs: Number.POSITIVE_INFINITY,
    };
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...alphabets),
        fc.constantFrom(...ways),
        fc.nat(255),
        (text, alphabet, longTexts, reference) => {
          const whole: SubmitForm = { ...form, alphabet, longTexts };
          const frames = toSubmitFrames(messageOf({ text }), reference, whole, 'none', 0);
          let octets = Buffer.alloc(0);
          for (const [index, frame] of frames.entries()) {
            const pdu = decodePdu(frame);
            assert.ok(pdu.command === 'submit_sm');
            const part = readUserData(pdu);
            const place = { reference, total: frames.length, number: index + 1 };
            assert.deepEqual(part.place, frames.length > 1 ? place : undefined);
            octets = Buffer.concat([octets, part.octets]);
            const { dataCoding } = writeText(text, alphabet);
            assert.equal(pdu.dataCoding, dataCoding);
          }
          assert.equal(decodeText(octets, writeText(text, alphabet).dataCoding, alphabet), text);
        },
      ),
    );
  });

  it('goes in the data coding that can write it', () => {
    const codingOf = (text: string) => alphabets.map((each) => writeText(text, each).dataCoding);
    for (const [text, codings] of [
      ['Maji {yako} @ 5_000 $ [~]', [0, 0, 0]],
      ['£5', [0, 0, 8]],
      ['café, ¿niño?', [0, 0, 8]],
      ['€5', [0, 8, 8]],
      ['Ω', [0, 8, 8]],
      ['tête', [8, 8, 8]],
      ['`', [8, 8, 8]],
      ['Бак', [8, 8, 8]],
    ] as const) {
      assert.deepEqual(codingOf(text), codings, text);
    }
  });

  it('has the octets of that alphabet', () => {
    const octetsOf = (text: string, alphabet: Alphabet) => [
      ...Buffer.concat(writeText(text, alphabet).parts),
    ];
    assert.deepEqual(octetsOf('@_$£{', 'gsm'), [0x00, 0x11, 0x02, 0x01, 0x1b, 0x28]);
    assert.deepEqual(octetsOf('@_$£{', 'latin1'), [0x40, 0x5f, 0x24, 0xa3, 0x7b]);
    assert.deepEqual(octetsOf('@_${', 'ascii'), [0x40, 0x5f, 0x24, 0x7b]);
    assert.deepEqual(octetsOf('€', 'latin1'), [0x20, 0xac]);
  });

  it('is Latin 1 where it comes in with octets that the alphabet has not', () => {
    const octets = fc.uint8Array({ min: 0xa0, max: 0xff, minLength: 1 });
    fc.assert(
      fc.property(octets, fc.constantFrom(...alphabets), (given, alphabet) => {
        // Some phones and gateways send UTF-8 whatever their data coding says.
        fc.pre(!isUtf8(given));
        const text = Buffer.from(given).toString('latin1');
        assert.equal(decodeText(given, 0, alphabet), text);
        assert.equal(decodeText(given, 3, alphabet), text);
      }),
    );
  });
});

describe('an SMSC whose data coding 0 is not GSM', () => {
  afterEach(() => {
    smpp.encodings.default = 'ASCII';
  });
  /** Data coding 0 of the package is GSM, which it calls ASCII, unless it is told otherwise. */
  const bind = useSmppPairs(async (options: Partial<SmppOptions>) => {
    smpp.encodings.default = options.alphabet === 'gsm' ? 'ASCII' : 'LATIN1';
    return await bindPair({ options });
  });

  for (const alphabet of alphabets) {
    for (const text of [
      '@ _ $ £ {}',
      '5€ kwa @mtu',
      'l’été',
      `@${'é_'.repeat(90)}`,
      'x{'.repeat(200),
    ]) {
      it(`reads what goes out in ${alphabet}: ${text.slice(0, 12)} (${text.length})`, async () => {
        const pair = await bind({ alphabet });
        const [outcome] = await pair.provider.submit([messageOf({ text })]);
        assert.ok(outcome?.outcome === 'accepted');
        let read = '';
        for (const _ of outcome.refs) {
          read += (await pair.peer.next('submit_sm')).pdu.short_message.message;
        }
        assert.equal(read, text);
      });
    }
  }

  const phone = { source_addr: '254712345678', destination_addr: '22384' };
  for (const [alphabet, octets, text] of [
    ['latin1', [0x53, 0x54, 0x4f, 0x50], 'STOP'],
    ['latin1', [0x53, 0x54, 0x4f, 0x50, 0x00], 'STOP\0'],
    ['latin1', [0x41, 0x52, 0x52, 0xca, 0x54], 'ARRÊT'],
    ['latin1', [0x40, 0x5f, 0x24, 0xa3, 0x7b], '@_$£{'],
    ['latin1', [0x80, 0x92, 0x35], '€’5'],
    ['ascii', [0x40, 0x5f, 0x24, 0x7e], '@_$~'],
    ['ascii', [0x63, 0x61, 0x66, 0xe9], 'café'],
    ['gsm', [0x00, 0x11, 0x02, 0x01, 0x1b, 0x65], '@_$£€'],
    ['gsm', [0x53, 0x54, 0x4f, 0x50, 0x00], 'STOP@'],
    ['gsm', [0x40, 0x63, 0x61, 0x66, 0xe9], '@café'],
  ] as const) {
    it(`is understood in ${alphabet}: ${JSON.stringify(text)}`, async () => {
      const { session, inbound } = await bind({ alphabet });
      const delivered = deliver(session, { ...phone, short_message: Buffer.from(octets) });
      const { told, stored } = await inbound.next();
      assert.equal(told.text, text);
      stored();
      assert.equal(await delivered, 0);
    });
  }

  for (const alphabet of ['latin1', 'ascii'] as const) {
    for (const way of ways) {
      it(`is understood in ${alphabet} where a long text comes by ${way}`, async () => {
        const { session, inbound } = await bind({ alphabet });
        const text = 'café @ 5_000£ {sana} '.repeat(8);
        const octets = Buffer.from(text, 'latin1');
        const fieldsOf = (number: number, part: Buffer) =>
          way === 'udh'
            ? {
                esm_class: 0x40,
                short_message: Buffer.concat([Buffer.from([5, 0, 3, 9, 2, number]), part]),
              }
            : {
                sar_msg_ref_num: 9,
                sar_total_segments: 2,
                sar_segment_seqnum: number,
                short_message: part,
              };
        const sent =
          way === 'payload'
            ? [deliver(session, { ...phone, message_payload: octets })]
            : [2, 1].map((number) =>
                deliver(session, {
                  ...phone,
                  ...fieldsOf(number, number === 1 ? octets.subarray(0, 99) : octets.subarray(99)),
                }),
              );
        const { told, stored } = await inbound.next();
        assert.equal(told.text, text);
        stored();
        assert.ok((await Promise.all(sent)).every((status) => status === 0));
      });
    }
  }
});
