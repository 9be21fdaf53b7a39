import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { Happening } from './kinds.ts';
import { tellIncident } from './tell-incident.ts';

const main = { sensorName: 'main', begunAt: 0 };
const silentFor = (span: number): Happening => ({
  kind: 'offline',
  facts: { device: 'Roof', last_seen_at: -span, told_at: 0 },
});

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
        silentFor(50 * hourMs),
        'Roof has not been heard of for 2 days.',
        'Roof: kifaa hakijasikika kwa siku 2.',
      ],
      [
        {
          kind: 'outage',
          facts: {
            ...{ devices: 7, names: ['A', 'B', 'C', 'D', 'E'], since: -900_000, told_at: 0 },
            ...{ latitude: null, longitude: null },
          },
        },
        '7 devices have not been heard of for 15 minutes: A, B, C, D, E and 2 more.',
        'Vifaa 7 havijasikika kwa dakika 15: A, B, C, D, E na vingine 2.',
      ],
      [
        {
          kind: 'unanswered',
          facts: { command_id: 1, command: 'on', sent_at: -600_000, fetched: true, told_at: 0 },
        },
        'main: the device is online, but has not acknowledged the command "on" for 10 minutes.',
        'main: kifaa kiko mtandaoni, lakini hakijathibitisha amri "on" kwa dakika 10.',
      ],
      [
        {
          kind: 'leak',
          facts: {
            ...{ percent_per_day: 4.04, litres_per_day: null },
            ...{ since: 0, nights: 4, confidence: 0.9 },
          },
        },
        'main: about 4 % a day seem to leak, as 4 nights show.',
        'main: takriban asilimia 4 kwa siku zinaonekana kuvuja, kama usiku 4 zinavyoonyesha.',
      ],
    ] as const) {
      assert.equal(tellIncident(happening, main, 'en'), english);
      assert.equal(tellIncident(happening, main, 'sw'), swahili);
    }
  });

  it('is what a person wrote, as it is', () => {
    const note: Happening = { kind: 'note', facts: { text: 'Clean the filter.' } };
    for (const language of ['en', 'sw'] as const) {
      assert.equal(tellIncident(note, main, language), 'Clean the filter.');
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
      const told = tellIncident(silentFor(span), main, 'en');
      assert.equal(told, `Roof has not been heard of for ${text}.`);
    }
  });
});
