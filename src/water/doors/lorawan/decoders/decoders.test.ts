import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decoders, type Model, models } from './decoders.ts';
import type { Measured } from './measured.ts';

const decode = (model: Model, hex: string, fPort = 2): Measured[] =>
  decoders[model](Buffer.from(hex.replaceAll(' ', ''), 'hex'), fPort);

describe('decoders of frames', () => {
  it('read the examples that Milesight publishes', () => {
    assert.deepEqual(decode('em500-udl', '017564 03821E00', 85), [
      { battery_percent: 100, distance_mm: 30 },
    ]);
    assert.deepEqual(decode('em400-tld', '01755C 03670101 04824408 050001', 85), [
      { battery_percent: 92, temperature: 25.7, distance_mm: 2116 },
    ]);
    assert.deepEqual(decode('em400-tld', '8367e80001 8482410601', 85), [
      { temperature: 23.2, distance_mm: 1601 },
    ]);
    assert.deepEqual(decode('em400-tld', '01756403670b0104823b01050001', 85), [
      { battery_percent: 100, temperature: 26.7, distance_mm: 315 },
    ]);
  });

  it('read what an EM500-UDL kept before what it measures now', () => {
    assert.deepEqual(decode('em500-udl', '20CE 5F02656A 9A04 017550 0382 D204', 85), [
      { distance_mm: 1178, at: 0x6a65025f },
      { battery_percent: 80, distance_mm: 1234 },
    ]);
    assert.deepEqual(decode('em500-udl', '83E9 1027 6400 01', 85), [{ distance_mm: 1000 }]);
  });

  it("read Dragino's frames: battery in mV, distance in mm, a probe that most do not have", () => {
    assert.deepEqual(decode('ldds75', '0D15 040A 00 0105 01'), [
      { battery_v: 3.349, distance_mm: 1034, temperature: 26.1 },
    ]);
    assert.deepEqual(decode('ldds75', '0B45 0B05 00 0000 01'), [
      { battery_v: 2.885, distance_mm: 2821 },
    ]);
    assert.deepEqual(decode('ldds45', '0B49 0B05 00 FF3F 01'), [
      { battery_v: 2.889, distance_mm: 2821, temperature: -19.3 },
    ]);
    assert.deepEqual(decode('dds75-lb', '4D15 040A 00 0105 01'), [
      { battery_v: 3.349, distance_mm: 1034, temperature: 26.1 },
    ]);
    assert.deepEqual(decode('ldds75', '0D15 040A 00'), [{ battery_v: 3.349, distance_mm: 1034 }]);
  });

  it('take the middle of several measurements of a DDS75-LB', () => {
    const frame = '1D15 0000 00000000 03E8 03F2 FFFF 03FC 00 0105 01';
    assert.deepEqual(decode('dds75-lb', frame), [
      { battery_v: 3.349, distance_mm: 1010, temperature: 26.1 },
    ]);
    assert.deepEqual(decode('dds75-lb', '1D15 0000 00000000 0000 0000 00 0105 01'), [
      { battery_v: 3.349, distance_mm: 'no echo' },
    ]);
  });

  it('tell in a word what is no distance', () => {
    const distanceOf = (model: Model, hex: string) => decode(model, hex)[0]?.distance_mm;
    for (const hex of ['0382 FFFF', '0382 FEFF', '0382 FDFF']) {
      assert.equal(distanceOf('em500-udl', hex), 'no echo', hex);
    }
    assert.equal(distanceOf('em400-tld', '0482 FFFF'), 'no echo');
    assert.equal(distanceOf('em400-tld', '017564 0482 44'), 'cut short');
    assert.equal(distanceOf('ldds75', '0D15 0000 00 0000 00'), 'no sensor');
    assert.equal(distanceOf('ldds75', '0D15 00'), 'no sensor');
    assert.equal(distanceOf('ldds75', '0D15 0014 00 0000 01'), 'no echo');
    assert.equal(distanceOf('ldds45', '0D15 001D 00 0000 01'), 'no echo');
    assert.equal(distanceOf('ldds45', '0D15 001E 00 0000 01'), 30);
    assert.equal(distanceOf('dds75-lb', '0D15 FFFF 00 0000 01'), 'no echo');
    for (const hex of ['', '0D', '0D15', '0D15 0401']) {
      assert.equal(distanceOf('ldds75', hex), 'cut short', hex);
    }
  });

  it('say nothing of a tank for frames about the device itself', () => {
    assert.deepEqual(decode('ldds75', '27 0102 01 FF 0D15', 5), []);
    assert.deepEqual(decode('em500-udl', 'FF0B FF FF01 01 FF0F 00', 85), []);
    assert.deepEqual(decode('em400-tld', '', 85), []);
    assert.deepEqual(decode('em400-tld', '0375', 85), []);
  });

  it('never fail, and say numbers within what a frame can hold, or a word', () => {
    const frame = fc.uint8Array({ maxLength: 260 });
    // Frames that begin as one does reach further than those that are all chance.
    const heads = ['0175', '0382', '0482', '83E9', '20CE', '0367', 'FF16', '0D15', '1D15', ''];
    const begun = fc
      .tuple(fc.constantFrom(...heads), frame)
      .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(rest)]));
    fc.assert(
      fc.property(fc.constantFrom(...models), begun, fc.nat(255), (model, bytes, fPort) => {
        for (const said of decoders[model](bytes, fPort)) {
          const { distance_mm: distance, temperature = 0, battery_percent: percent = 0 } = said;
          if (typeof distance === 'number') assert.ok(distance >= 0 && distance < 0xfffd);
          else assert.match(distance ?? '', /^(no echo|no sensor|cut short)$/);
          assert.ok(Math.abs(temperature) <= 3277 && percent >= 0 && percent <= 100);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
