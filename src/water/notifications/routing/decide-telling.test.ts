import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Severity } from '../../fields.ts';
import {
  decideTelling,
  mostMessages,
  type Standing,
  severityRank,
  type Told,
} from './decide-telling.ts';
import { type Open, planMessages } from './plan-messages.ts';

const untold: Told = {
  notBefore: 0,
  messages: 0,
  severity: null,
  raisedAt: null,
  isResolved: false,
  isHeld: false,
};
const raised: Standing = {
  severity: 'warning',
  raisedAt: 1000,
  resolvedAt: null,
  acknowledgedAt: null,
  snoozedUntil: null,
};
const loud = { now: 2000, quietEndsAt: 2000 };
const quiet = { now: 2000, quietEndsAt: 9000 };

const severity = fc.constantFrom<Severity>('info', 'warning', 'critical');
const instant = fc.integer({ min: 0, max: 10_000 });
const standing: fc.Arbitrary<Standing> = fc.record({
  severity,
  raisedAt: instant,
  resolvedAt: fc.option(instant),
  acknowledgedAt: fc.option(instant),
  snoozedUntil: fc.option(instant),
});
const course = fc.array(fc.tuple(standing, instant, instant), { maxLength: 20 });

const person = {
  userId: 1,
  language: 'en',
  timezone: 'Africa/Nairobi',
  channels: { sms: [], email: ['warning', 'critical'], webhook: [], 'web-push': [] },
  quietFrom: 0,
  quietUntil: 0,
  escalateMinutes: 15,
  smsADay: 10,
} as Parameters<typeof planMessages>[0];

/** Tells a person one state of the incident after the other. */
function courseOfTold(states: [Standing, number, number][]) {
  let told = untold;
  const tellings = states.map(([incident, now, quietMs]) => {
    const telling = decideTelling(incident, told, { now, quietEndsAt: now + quietMs });
    const before = told;
    if (telling.decision === 'wait') told = { ...told, isHeld: telling.isHeld };
    if (telling.decision === 'tell') {
      told = {
        ...told,
        messages: told.messages + 1,
        severity: incident.severity,
        raisedAt: incident.raisedAt,
        isResolved: incident.resolvedAt !== null,
        isHeld: false,
      };
    }
    return { incident, now, quietMs, before, telling };
  });
  return { tellings, told };
}

describe('whether a person is told of an incident', () => {
  it('is when it is raised, and when it is over', () => {
    assert.deepEqual(decideTelling(raised, untold, loud), { decision: 'tell', phase: 'raised' });
    const told = { ...untold, messages: 1, severity: 'warning' as const, raisedAt: 1000 };
    assert.deepEqual(decideTelling(raised, told, loud), { decision: 'nothing' });
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideTelling(over, told, loud), { decision: 'tell', phase: 'resolved' });
  });

  it('is not where it came and went before anybody was told', () => {
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideTelling(over, untold, loud), { decision: 'nothing' });
  });

  it('waits for the end of quiet hours, unless it is critical', () => {
    const wait = { decision: 'wait', until: 9000, isHeld: true };
    assert.deepEqual(decideTelling(raised, untold, quiet), wait);
    const critical = { ...raised, severity: 'critical' as const };
    assert.deepEqual(decideTelling(critical, untold, quiet), { decision: 'tell', phase: 'raised' });
    const held = { ...untold, isHeld: true };
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideTelling(over, held, loud), { decision: 'tell', phase: 'resolved' });
  });

  it('waits for those who are told first', () => {
    const later = { ...untold, notBefore: 65_000 };
    const wait = { decision: 'wait', until: 65_000, isHeld: false };
    assert.deepEqual(decideTelling(raised, later, loud), wait);
    const seen = { ...raised, acknowledgedAt: 1500 };
    assert.deepEqual(decideTelling(seen, later, { now: 65_000, quietEndsAt: 65_000 }), {
      decision: 'nothing',
    });
  });

  it('is at most three times, whatever the incident does', () => {
    fc.assert(
      fc.property(course, (states) => {
        assert.ok(courseOfTold(states).told.messages <= mostMessages);
      }),
    );
  });

  it('is never in quiet hours but for what is critical', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, quietMs, telling } of courseOfTold(states).tellings) {
          if (telling.decision !== 'tell' || quietMs === 0) continue;
          assert.equal(incident.severity, 'critical');
          assert.notEqual(telling.phase, 'resolved');
        }
      }),
    );
  });

  it('is not while it is acknowledged, and is again once it has come back or got worse since', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, telling } of courseOfTold(states).tellings) {
          const { acknowledgedAt, raisedAt } = incident;
          if (telling.decision !== 'tell' || acknowledgedAt === null) continue;
          assert.ok(acknowledgedAt < raisedAt);
        }
      }),
    );
  });

  it('is not while it is snoozed, unless it is worse', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, now, before, telling } of courseOfTold(states).tellings) {
          const isSnoozed = incident.snoozedUntil !== null && incident.snoozedUntil > now;
          if (telling.decision !== 'tell' || !isSnoozed) continue;
          assert.ok(severityRank(incident.severity) > severityRank(before.severity ?? 'info'));
        }
      }),
    );
  });

  it('waits while the last message is too recent', () => {
    const spaced = { ...loud, spacedUntil: 4000 };
    const wait = { decision: 'wait', until: 4000, isHeld: false };
    assert.deepEqual(decideTelling(raised, untold, spaced), wait);
  });
});

describe('what a person is told at once', () => {
  const open = fc
    .array(fc.tuple(standing, fc.boolean()), { maxLength: 30 })
    .map((all): Open<number>[] =>
      all.map(([incident, isHeld], key) => ({
        key,
        incident,
        told: { ...untold, isHeld },
        channels: person.channels,
      })),
    );
  const targets = [{ id: 1, channel: 'email' as const }];

  it('is one message a target, however much it is', () => {
    fc.assert(
      fc.property(open, (all) => {
        const plan = planMessages(person, all, { targets, budgets: {}, now: 5000 });
        assert.ok(plan.messages.length <= 1);
        assert.equal(plan.outcomes.length, all.length);
        const items = plan.messages.flatMap((message) => message.items);
        const counted = plan.outcomes.filter(({ told }) => told.messages > 0);
        assert.deepEqual(items.map(({ key }) => key).sort(), counted.map(({ key }) => key).sort());
      }),
    );
  });

  it('keeps the budget, and says what it kept back', () => {
    const all = [{ key: 1, incident: raised, told: untold, channels: person.channels }];
    for (const left of [0, 1]) {
      const plan = planMessages(person, all, { targets, budgets: { email: left }, now: 5000 });
      assert.equal(plan.messages[0]?.isOverBudget, left === 0);
    }
  });

  it('takes another channel for what no SMS is left for, though the rules do not name it', () => {
    const channels = { sms: ['warning' as const], email: [], webhook: [], 'web-push': [] };
    const all = [{ key: 1, incident: raised, told: untold, channels }];
    const places = [{ id: 2, channel: 'sms' as const }, ...targets];
    const channelsOf = (left: number) =>
      planMessages(person, all, { targets: places, budgets: { sms: left, email: 50 }, now: 5000 })
        .messages.filter(({ isOverBudget }) => !isOverBudget)
        .map(({ target }) => target.channel);
    assert.deepEqual(channelsOf(1), ['sms']);
    assert.deepEqual(channelsOf(0), ['email']);
  });
});
