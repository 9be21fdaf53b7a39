import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyPdu } from '../../../../../test/helpers/smsc/any-pdu.ts';
import { encodePdu } from './encode-pdu.ts';
import { BadLengthError, Framer } from './framer.ts';

describe('the framer', () => {
  it('finds the same PDUs however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(anyPdu, { maxLength: 6 }), fc.array(fc.nat()), (pdus, places) => {
        const frames = pdus.map((pdu) => encodePdu(pdu));
        assert.deepEqual(framesOf(cut(Buffer.concat(frames), places)), frames);
      }),
    );
  });

  it('finds them octet by octet', () => {
    const frames = [1, 2, 3].map((sequence) =>
      encodePdu({ command: 'enquire_link', status: 0, sequence }),
    );
    const single = [...Buffer.concat(frames)].map((each) => Buffer.from([each]));
    assert.deepEqual(framesOf(single), frames);
  });

  it('gives up a stream at a length that no PDU has, at once and wherever it is cut', () => {
    const lengths = fc.oneof(fc.nat(15), fc.integer({ min: 70_001, max: 0xffff_ffff }));
    fc.assert(
      fc.property(lengths, fc.array(fc.nat(3)), (length, places) => {
        const prefix = Buffer.alloc(4);
        prefix.writeUInt32BE(length, 0);
        assert.throws(() => framesOf(cut(prefix, places)), BadLengthError);
      }),
    );
  });
});

function framesOf(chunks: Buffer[]): Buffer[] {
  const frames: Buffer[] = [];
  const framer = new Framer((frame) => frames.push(Buffer.from(frame)));
  for (const chunk of chunks) framer.push(chunk);
  return frames;
}

function cut(stream: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (stream.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...ends].map((from, index) => stream.subarray(from, ends[index]));
}
