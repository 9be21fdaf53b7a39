import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import { judgeCourse, type Step } from '../../../../test/helpers/water/detector-course.ts';
import { incidentSentence } from '../../incidents/incident-sentence.ts';
import { judgeReading } from '../judge-reading.ts';
import type { Watch } from '../watch.ts';
import { stuck } from './stuck.ts';

const aDay = 288;

it('a sensor that sticks again the same day is told with how long it has said the same', () => {
  const random = createRandom(7, 'stuck');
  const living = Array.from({ length: 5 * aDay }, (_, index): Step => {
    const level = 80 - ((index / 12) % 60);
    return { level, raw: Math.round((level + normal(random)) * 100) / 100, noise: 1 };
  });
  const sticks = (from: number) => Array<Step>(40).fill(living[from] as Step);
  const course = judgeCourse(stuck, [
    ...living.slice(0, 4 * aDay),
    ...sticks(4 * aDay - 1),
    ...living.slice(4 * aDay, 4 * aDay + 60),
    ...sticks(4 * aDay + 59),
  ]);
  let watch: Watch = {};
  const told = course.flatMap(({ observation }) => {
    const judged = judgeReading(watch, observation, { now: observation.recordedAt, by: [stuck] });
    watch = judged.watch;
    return judged.changes;
  });
  assert.deepEqual(
    told.map(({ change }) => change),
    ['raised', 'resolved', 'back'],
  );
  for (const each of [told[0], told[2]]) {
    assert.ok(each?.kind === 'stuck' && each.change !== 'resolved');
    const about = { sensorName: 'main', begunAt: each.createdAt };
    assert.match(incidentSentence(each, about, 'en'), / % for 2 hours and seems/);
    assert.match(incidentSentence(each, about, 'sw'), / kwa saa 2; huenda/);
  }
});
