import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { type Count, dateByCounts } from './boot-times.ts';

const start = Date.UTC(2026, 10, 1);

/** A reading as a board without a clock knows it, and when it was truly measured. */
type Measured = Count & { at: number };
/** What the board sends at an instant. */
type Sent = { readings: Measured[]; now: number };

/**
 * A board that measures every `everyMs`, is without power for a while between its boots, and sends all that it
 * has kept after some of its readings.
 */
type World = { everyMs: number; boots: { count: number; offMs: number; sends: number[] }[] };

const worlds: fc.Arbitrary<World> = fc.record({
  everyMs: fc.integer({ min: 5 * secondMs, max: hourMs }),
  boots: fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 40 }),
      offMs: fc.integer({ min: secondMs, max: 20 * hourMs }),
      sends: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

function live({ everyMs, boots }: World): Sent[] {
  const sent: Sent[] = [];
  let kept: Measured[] = [];
  let at = start;
  boots.forEach(({ count, offMs, sends }, boot) => {
    for (let seq = 1; seq <= count; seq += 1) {
      at += everyMs;
      kept.push({ boot: boot + 1, seq, at });
      const isLast = boot === boots.length - 1 && seq === count;
      if (!sends.includes(seq) && !isLast) continue;
      sent.push({ readings: kept, now: at });
      kept = [];
    }
    at += offMs;
  });
  return sent;
}

/** Dates what was sent, one after the other; `paceMs` is what the board says of its interval. */
function dateAll(sent: Sent[], paceMs: number | null, boots = '') {
  let memory = boots;
  const dated = sent.map(({ readings, now }) => {
    const { boot, seq } = readings.at(-1) as Measured;
    const found = dateByCounts(memory, {
      readings: readings.map((each) => ({ boot: each.boot, seq: each.seq, at: null })),
      present: { boot, seq },
      paceMs,
      now,
    });
    memory = found.boots;
    return found.times;
  });
  return { times: dated.flat(), memory };
}

describe('times by the counts of a board without a clock', () => {
  it('are right to the millisecond while it runs, where it says how often it measures', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const [boot] = world.boots;
        assert.ok(boot);
        const sent = live({ ...world, boots: [boot] });
        const { times } = dateAll(sent, world.everyMs);
        assert.deepEqual(
          times,
          sent.flatMap(({ readings }) => readings.map(({ at }) => at)),
        );
      }),
    );
  });

  it('are right from its second batch on where it says nothing but its count', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const [boot] = world.boots;
        assert.ok(boot);
        const sent = live({ ...world, boots: [boot] });
        const { times } = dateAll(sent, null);
        const known = sent[0]?.readings.length ?? 0;
        const truth = sent.flatMap(({ readings }) => readings.map(({ at }) => at));
        assert.deepEqual(times.slice(known), truth.slice(known));
      }),
    );
  });

  it('grow with the count and the boots, and are never later than now', () => {
    fc.assert(
      fc.property(worlds, fc.option(fc.integer({ min: 1, max: hourMs })), (world, paceMs) => {
        const sent = live(world);
        let memory = '';
        for (const { readings, now } of sent) {
          const found = dateAll([{ readings, now }], paceMs, memory);
          memory = found.memory;
          assert.ok(found.times.every((at) => Number.isInteger(at) && at <= now));
          const apart = found.times.slice(1).map((at, index) => at - (found.times[index] ?? 0));
          assert.ok(
            apart.every((ms) => ms > 0),
            JSON.stringify(found.times),
          );
        }
      }),
    );
  });

  it('are the same when a batch is sent again, also with what was measured since', () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 0, max: 10 }), (world, later) => {
        const sent = live(world);
        const first = dateAll(sent, null);
        const last = sent.at(-1) as Sent;
        const again = { readings: last.readings, now: last.now + later * minuteMs };
        const repeated = dateAll([again], null, first.memory);
        assert.deepEqual(repeated.times, first.times.slice(-last.readings.length));
        assert.equal(repeated.memory, first.memory);
        const { boot, seq } = last.readings.at(-1) as Measured;
        const now = last.now + (later + 1) * minuteMs;
        const more = [...last.readings, { boot, seq: seq + 1, at: now }];
        const grown = dateAll([{ readings: more, now }], null, first.memory);
        assert.deepEqual(grown.times, [...repeated.times, now]);
      }),
    );
  });

  it('of boots that were never heard of lie between those around them', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const sent = live(world);
        const { times } = dateAll(sent, world.everyMs);
        const readings = sent.flatMap((each) => each.readings);
        const sentAt = sent.flatMap(({ readings: some, now }) => some.map(() => now));
        const off = world.boots.reduce((sum, { offMs }) => sum + offMs, 0);
        readings.forEach(({ at }, index) => {
          const time = times[index] ?? 0;
          // Nobody knows when in the time without power a boot ended or began.
          assert.ok(Math.abs(time - at) <= off + world.everyMs, `${time - at}`);
          assert.ok(time <= (sentAt[index] ?? 0));
        });
      }),
    );
  });

  it('are never later than now, and right again soon, where a count says any number', () => {
    const counts = fc.oneof(fc.nat({ max: 2 ** 32 - 1 }), fc.constantFrom(2 ** 32 - 1, 0, 1e9));
    fc.assert(
      fc.property(worlds, fc.array(counts, { minLength: 1, maxLength: 5 }), (world, wild) => {
        const [boot] = world.boots;
        assert.ok(boot);
        const sent = live({ ...world, boots: [boot] });
        let memory = '';
        let now = start;
        const dateOne = (seq: number) => {
          const found = dateAll([{ readings: [{ boot: 1, seq, at: now }], now }], null, memory);
          memory = found.memory;
          return found.times[0] ?? 0;
        };
        for (const { readings } of sent) {
          for (const { seq, at } of readings) {
            now = at;
            dateOne(seq);
            const said = wild.pop();
            if (said !== undefined) assert.ok(dateOne(said) <= now);
          }
        }
        const last = sent.at(-1)?.readings.at(-1)?.seq ?? 0;
        for (let more = 1; more <= 3; more += 1) {
          now += world.everyMs;
          const time = dateOne(last + more);
          assert.ok(time <= now);
        }
        now += world.everyMs;
        assert.ok(now - dateOne(last + 4) < hourMs * 24);
      }),
    );
  });

  it('are the same for what was kept, however much came between two tries', () => {
    const noise = fc.integer({ min: -500, max: 500 });
    fc.assert(
      fc.property(
        fc.array(noise, { minLength: 1, maxLength: 120 }),
        fc.array(noise, { minLength: 1, maxLength: 200 }),
        fc.boolean(),
        (before, between, isInOrder) => {
          const everyMs = minuteMs;
          let memory = '';
          let seq = 1100;
          let at = start;
          const liveOne = (jitter: number) => {
            seq += 1;
            at += everyMs;
            const readings = [{ boot: 1, seq, at }];
            memory = dateAll([{ readings, now: at + jitter }], null, memory).memory;
          };
          for (const jitter of before) liveOne(jitter);
          // From before all that is known, or from an hour without network amid it.
          const first = isInOrder ? seq : 1000;
          const kept = Array.from({ length: 50 }, (_, index) => ({
            boot: 1,
            seq: first + 1 + index,
            at: null,
          }));
          if (isInOrder) {
            seq += 50;
            at += 50 * everyMs;
            liveOne(0);
          }
          const send = () => {
            const about = { readings: kept, present: { boot: 1, seq }, paceMs: null, now: at };
            const found = dateByCounts(memory, about);
            memory = found.boots;
            return found.times;
          };
          const times = send();
          for (const jitter of between) liveOne(jitter);
          assert.deepEqual(send(), times);
          assert.ok(memory.length < 4000);
        },
      ),
    );
  });

  it('go by the instants that it learns later, and begin anew where the count was lost', () => {
    const learnt = dateByCounts('', {
      readings: [
        { boot: 3, seq: 10, at: null },
        { boot: 3, seq: 20, at: start },
      ],
      present: null,
      paceMs: minuteMs,
      now: start + hourMs,
    });
    assert.deepEqual(learnt.times, [start - 10 * minuteMs, start]);
    const much = dateAll([{ readings: [{ boot: 57, seq: 9, at: 0 }], now: start }], null);
    const anew = { readings: [{ boot: 1, seq: 1, at: 0 }], now: start + hourMs };
    assert.deepEqual(dateAll([anew], null, much.memory).times, [start + hourMs]);
  });
});
