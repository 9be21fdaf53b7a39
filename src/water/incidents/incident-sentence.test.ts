import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { incidentSentence } from './incident-sentence.ts';
import type { Happening } from './kinds.ts';

const main = { sensorName: 'main', begunAt: 0 };
const silentFor = (span: number): Happening => ({
  kind: 'offline',
  facts: { device: 'Roof', last_seen_at: -span, told_at: 0 },
});

/** A device that fell silent while its pump ran, which it stops by itself at that time. */
const silentWithPump = (stops_by?: number): Happening => ({
  kind: 'offline',
  facts: {
    device: 'Roof',
    last_seen_at: -15 * minuteMs,
    told_at: 0,
    pumps: ['main'],
    ...(stops_by !== undefined && { stops_by }),
  },
});

/** An outage of seven devices, so many at each place, and so many whose place nobody knows. */
function silentAt(counts: number[], unplaced: number): Happening {
  const places = counts.map((devices, at) => ({ latitude: at, longitude: 37, devices }));
  return {
    kind: 'outage',
    facts: {
      devices: 7,
      since: -900_000,
      told_at: 0,
      latitude: null,
      longitude: null,
      places,
      place_count: places.length,
      placed: 7 - unplaced,
      unplaced,
    },
  };
}

describe('what an incident says', () => {
  it('is told in English and in Swahili', () => {
    for (const [happening, english, swahili] of [
      [
        { kind: 'low', facts: { level: 12.34, threshold: 20 } },
        'main: the water is low at 12.3 % (threshold 20 %).',
        'main: maji yamepungua hadi asilimia 12.3 (kikomo 20).',
      ],
      [
        { kind: 'overflow', facts: { level: 97, threshold: 90 } },
        'main: the tank is close to overflowing at 97 % (threshold 90 %).',
        'main: tangi linakaribia kufurika kwa asilimia 97 (kikomo 90).',
      ],
      [
        { kind: 'overflow', facts: { level: 99.6, threshold: 90, spilt_litres: 1200 } },
        'main: about 1200 litres ran over while the pump ran on; the level was 99.6 %.',
        'main: takriban lita 1200 zilimwagika pampu ikiendelea; maji yalifika asilimia 99.6.',
      ],
      [
        { kind: 'stuck', facts: { level: 44.06, since: -6 * hourMs } },
        'main: the sensor has said 44.1 % for 6 hours and seems to be stuck.',
        'main: kihisi kimesema asilimia 44.1 kwa saa 6; huenda kimekwama.',
      ],
      [
        { kind: 'jump', facts: { from: 80, to: 30.25, within_ms: 300_000 } },
        'main: the level jumped from 80 to 30.3 %, faster than water can. Check the sensor.',
        'main: kihisi kimeruka kutoka asilimia 80 hadi 30.3, haraka kuliko maji yanavyoweza. Kagua kihisi.',
      ],
      [
        { kind: 'noise', facts: { noise: 5.04, usual: 0.96 } },
        'main: the readings tremble by 5 %, usually by 1 %. Check the sensor.',
        'main: vipimo vinatikisika kwa asilimia 5, kawaida ni 1. Kagua kihisi.',
      ],
      [
        {
          kind: 'heavy_use',
          facts: { percent: 8.4, litres: 420, minutes: 90, usual: 1.3 },
        },
        'main: 420 litres went out within 90 minutes, far more than ever before. Look for a burst pipe or an open tap.',
        'main: lita 420 zimetoka ndani ya dakika 90, nyingi kuliko wakati wowote. Angalia kama bomba limepasuka au mfereji umeachwa wazi.',
      ],
      [
        {
          kind: 'heavy_use',
          facts: { percent: 12.34, litres: null, minutes: 120, usual: 2 },
        },
        'main: 12.3 % went out within 2 hours, far more than ever before. Look for a burst pipe or an open tap.',
        'main: asilimia 12.3 zimetoka ndani ya saa 2, nyingi kuliko wakati wowote. Angalia kama bomba limepasuka au mfereji umeachwa wazi.',
      ],
      [
        { kind: 'battery', facts: { battery: 18 } },
        'The battery of the device is at 18 %.',
        'Betri ya kifaa iko asilimia 18.',
      ],
      [
        { kind: 'clock', facts: { problem: 'off', minutes: 300 } },
        'The clock of the device is 5 hours behind. Its readings are set right.',
        'Saa ya kifaa iko nyuma kwa saa 5. Vipimo vyake vinasahihishwa.',
      ],
      [
        { kind: 'clock', facts: { problem: 'off', minutes: 9802 * 1440 } },
        'The clock of the device is not set. Its readings are set right.',
        'Saa ya kifaa haijawekwa. Vipimo vyake vinasahihishwa.',
      ],
      [
        { kind: 'clock', facts: { problem: 'off', minutes: 300 * 1440 } },
        'The clock of the device is 300 days behind. Its readings are set right.',
        'Saa ya kifaa iko nyuma kwa siku 300. Vipimo vyake vinasahihishwa.',
      ],
      [
        { kind: 'clock', facts: { problem: 'still' } },
        'The clock of the device stands still. Its readings count as of when they come.',
        'Saa ya kifaa imesimama. Vipimo vyake vinahesabiwa kuanzia vinapofika.',
      ],
      [
        { kind: 'signal', facts: { signal: -105.4 } },
        'The device has hardly any network (-105 dBm).',
        'Mtandao wa kifaa ni dhaifu sana (-105 dBm).',
      ],
      [
        { kind: 'dry_run', facts: { level: 40, minutes: 15, latched: true } },
        'main: the pump ran for 15 minutes and no water came. It stays off until you clear it.',
        'main: pampu imeendeshwa dakika 15 bila maji kuja. Imezimwa hadi uiruhusu tena.',
      ],
      [
        { kind: 'dry_run', facts: { level: 40, minutes: 20, latched: false } },
        'main: the pump ran for 20 minutes and no water came. Switch it off.',
        'main: pampu imeendeshwa dakika 20 bila maji kuja. Izime.',
      ],
      [
        { kind: 'runs_on', facts: { minutes: 5, past: 'off' } },
        'main: the pump still runs, 5 minutes after it was told to stop.',
        'main: pampu bado inaendeshwa, dakika 5 baada ya kuambiwa izime.',
      ],
      [
        { kind: 'runs_on', facts: { minutes: 130, past: 'limit', limit: 120 } },
        'main: the pump has run for 130 minutes; 120 are allowed.',
        'main: pampu imeendeshwa dakika 130; kikomo ni 120.',
      ],
      [
        silentWithPump(),
        'Roof has not been heard of for 15 minutes, and its pump (main) may still be running. Check it.',
        'Roof: kifaa hakijasikika kwa dakika 15, na pampu yake (main) huenda bado inaendeshwa. Ikague.',
      ],
      [
        silentWithPump(225 * minuteMs - 1),
        'Roof has not been heard of for 15 minutes, and its pump (main) may still be running. The device was told to stop it by itself, within 225 minutes at the latest, which old firmware does not do. Check it.',
        'Roof: kifaa hakijasikika kwa dakika 15, na pampu yake (main) huenda bado inaendeshwa. Kifaa kiliambiwa kuizima chenyewe ndani ya dakika 225; programu ya zamani ya kifaa haifanyi hivyo. Ikague.',
      ],
      [
        silentWithPump(-1),
        'Roof has not been heard of for 15 minutes, and its pump (main) may still be running. The device was told to stop it by itself, and should have by now, which old firmware does not do. Check it.',
        'Roof: kifaa hakijasikika kwa dakika 15, na pampu yake (main) huenda bado inaendeshwa. Kifaa kiliambiwa kuizima chenyewe, na muda huo umepita; programu ya zamani ya kifaa haifanyi hivyo. Ikague.',
      ],
      [
        { kind: 'runs_on', facts: { minutes: 50, past: 'full' } },
        'main: the tank is full and the pump still runs.',
        'main: tangi limejaa na pampu bado inaendeshwa.',
      ],
      [
        silentFor(50 * hourMs),
        'Roof has not been heard of for 2 days.',
        'Roof: kifaa hakijasikika kwa siku 2.',
      ],
      [
        {
          kind: 'outage',
          facts: {
            devices: 7,
            names: ['A', 'B', 'C', 'D', 'E'],
            since: -900_000,
            told_at: 0,
            latitude: null,
            longitude: null,
          },
        },
        '7 devices have not been heard of for 15 minutes: A, B, C, D, E and 2 more.',
        'Vifaa 7 havijasikika kwa dakika 15: A, B, C, D, E na vingine 2.',
      ],
      [
        silentAt([4, 3], 0),
        '7 devices at 2 places have not been heard of for 15 minutes.',
        'Vifaa 7 katika sehemu 2 havijasikika kwa dakika 15.',
      ],
      [
        silentAt([4, 1], 2),
        '7 devices at 2 places or more have not been heard of for 15 minutes.',
        'Vifaa 7 katika sehemu 2 au zaidi havijasikika kwa dakika 15.',
      ],
      [
        silentAt([7], 0),
        '7 devices have not been heard of for 15 minutes.',
        'Vifaa 7 havijasikika kwa dakika 15.',
      ],
      [
        {
          kind: 'unanswered',
          facts: { command_id: 1, command: 'on', sent_at: -600_000, fetched: true, told_at: 0 },
        },
        'main: the device is online, but has not acknowledged the command "on" for 10 minutes.',
        'main: kifaa kiko mtandaoni, lakini hakijathibitisha amri "washa" kwa dakika 10.',
      ],
      [
        {
          kind: 'leak',
          facts: {
            percent_per_day: 4.04,
            litres_per_day: null,
            since: 0,
            nights: 4,
            confidence: 0.9,
          },
        },
        'main: about 4 % a day seem to leak, as 4 nights show.',
        'main: takriban asilimia 4 kwa siku zinaonekana kuvuja, kwa siku 4 za usiku.',
      ],
    ] as [Happening, string, string][]) {
      assert.equal(incidentSentence(happening, main, 'en'), english);
      assert.equal(incidentSentence(happening, main, 'sw'), swahili);
    }
  });

  it('is what a person wrote, as it is', () => {
    const note: Happening = { kind: 'note', facts: { text: 'Clean the filter.' } };
    for (const language of ['en', 'sw'] as const) {
      assert.equal(incidentSentence(note, main, language), 'Clean the filter.');
    }
  });

  it('names a silence in the largest unit of which there are two', () => {
    for (const [span, text] of [
      [2 * dayMs, '2 days'],
      [2 * dayMs - 1, '47 hours'],
      [2 * hourMs - 1, '119 minutes'],
      [119_999, '119 seconds'],
      [999, '0 seconds'],
    ] as const) {
      const told = incidentSentence(silentFor(span), main, 'en');
      assert.equal(told, `Roof has not been heard of for ${text}.`);
    }
  });

  it('calls a device without a name by no number, but as its reader does', () => {
    const device = { device: 'AA:BB:CC:DD:EE:01', named: false } as const;
    const silent: Happening = {
      kind: 'offline',
      facts: { ...device, last_seen_at: -2 * hourMs, told_at: 0 },
    };
    const why = { field: 'water_level_percent', message: 'must be a number', sent: null };
    const refused: Happening = {
      kind: 'refused',
      facts: { ...device, count: 3, since: 0, ...why },
    };
    assert.equal(
      incidentSentence(silent, main, 'en'),
      'Your tank has not been heard of for 2 hours.',
    );
    assert.equal(incidentSentence(silent, main, 'sw'), 'Tangi lako: kifaa hakijasikika kwa saa 2.');
    assert.match(incidentSentence(refused, main, 'en'), /^Your tank sends, but its readings/);
    assert.match(incidentSentence(refused, main, 'sw'), /^Tangi lako: kifaa kinatuma, lakini/);
    const called = { ...main, device: 'Your tank (EE01)' };
    assert.match(incidentSentence(silent, called, 'en'), /^Your tank \(EE01\) has not been heard/);
  });

  it('begins with the tank, and names the sensor where there are several', () => {
    const low: Happening = { kind: 'low', facts: { level: 12, threshold: 20 } };
    const roof = { ...main, device: 'Roof' };
    for (const [about, subject] of [
      [main, 'main'],
      [roof, 'Roof, main'],
      [{ ...roof, isOnlySensor: true }, 'Roof'],
    ] as const) {
      assert.ok(incidentSentence(low, about, 'en').startsWith(`${subject}: the water is low`));
      assert.ok(incidentSentence(low, about, 'sw').startsWith(`${subject}: maji yamepungua`));
    }
  });
});
