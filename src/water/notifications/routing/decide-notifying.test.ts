import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Severity } from '../../fields.ts';
import {
  decideNotifying,
  mostMessages,
  type Notified,
  type Standing,
  severityRank,
} from './decide-notifying.ts';
import { type Open, planMessages } from './plan-messages.ts';

const fresh: Notified = {
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

/** Decides on one state of the incident after the other, for one person. */
function decideCourse(states: [Standing, number, number][]) {
  let notified = fresh;
  const decisions = states.map(([incident, now, quietMs]) => {
    const decision = decideNotifying(incident, notified, { now, quietEndsAt: now + quietMs });
    const before = notified;
    if (decision.is === 'wait') notified = { ...notified, isHeld: decision.isHeld };
    if (decision.is === 'notify') {
      notified = {
        ...notified,
        messages: notified.messages + 1,
        severity: incident.severity,
        raisedAt: incident.raisedAt,
        isResolved: incident.resolvedAt !== null,
        isHeld: false,
      };
    }
    return { incident, now, quietMs, before, decision };
  });
  return { decisions, notified };
}

describe('whether a person is notified of an incident', () => {
  it('is when it is raised, and when it is over', () => {
    assert.deepEqual(decideNotifying(raised, fresh, loud), { is: 'notify', phase: 'raised' });
    const notified = { ...fresh, messages: 1, severity: 'warning' as const, raisedAt: 1000 };
    assert.deepEqual(decideNotifying(raised, notified, loud), { is: 'nothing' });
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideNotifying(over, notified, loud), { is: 'notify', phase: 'resolved' });
  });

  it('is not where it came and went before anybody was notified', () => {
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideNotifying(over, fresh, loud), { is: 'nothing' });
  });

  it('waits for the end of quiet hours, unless it is critical', () => {
    const wait = { is: 'wait', until: 9000, isHeld: true };
    assert.deepEqual(decideNotifying(raised, fresh, quiet), wait);
    const critical = { ...raised, severity: 'critical' as const };
    assert.deepEqual(decideNotifying(critical, fresh, quiet), { is: 'notify', phase: 'raised' });
    const held = { ...fresh, isHeld: true };
    const over = { ...raised, resolvedAt: 1500 };
    assert.deepEqual(decideNotifying(over, held, loud), { is: 'notify', phase: 'resolved' });
  });

  it('waits for those who are notified first', () => {
    const later = { ...fresh, notBefore: 65_000 };
    const wait = { is: 'wait', until: 65_000, isHeld: false };
    assert.deepEqual(decideNotifying(raised, later, loud), wait);
    const seen = { ...raised, acknowledgedAt: 1500 };
    assert.deepEqual(decideNotifying(seen, later, { now: 65_000, quietEndsAt: 65_000 }), {
      is: 'nothing',
    });
  });

  it('is at most three times, whatever the incident does, and once more of a critical state', () => {
    fc.assert(
      fc.property(course, (states) => {
        const { decisions, notified } = decideCourse(states);
        assert.ok(notified.messages <= mostMessages + 1);
        for (const { incident, before, decision } of decisions) {
          if (decision.is !== 'notify' || before.messages < mostMessages) continue;
          assert.deepEqual([incident.severity, incident.resolvedAt], ['critical', null]);
          assert.ok(before.severity !== 'critical' || before.isResolved);
        }
      }),
    );
  });

  it('is of what is critical, whatever was told before, until a message has said so', () => {
    fc.assert(
      fc.property(course, (states) => {
        const { notified } = decideCourse(states);
        const critical = { ...raised, severity: 'critical' as const, raisedAt: 20_000 };
        const now = 30_000;
        const decision = decideNotifying(critical, notified, { now, quietEndsAt: now });
        if (decision.is === 'notify') return;
        assert.deepEqual([notified.severity, notified.isResolved], ['critical', false]);
      }),
    );
  });

  it('is never in quiet hours but for what is critical', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, quietMs, decision } of decideCourse(states).decisions) {
          if (decision.is !== 'notify' || quietMs === 0) continue;
          assert.equal(incident.severity, 'critical');
          assert.notEqual(decision.phase, 'resolved');
        }
      }),
    );
  });

  it('is not while it is acknowledged, and is again once it has come back or got worse since', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, decision } of decideCourse(states).decisions) {
          const { acknowledgedAt, raisedAt } = incident;
          if (decision.is !== 'notify' || acknowledgedAt === null) continue;
          assert.ok(acknowledgedAt < raisedAt);
        }
      }),
    );
  });

  it('is not while it is snoozed, unless it is worse', () => {
    fc.assert(
      fc.property(course, (states) => {
        for (const { incident, now, before, decision } of decideCourse(states).decisions) {
          const isSnoozed = incident.snoozedUntil !== null && incident.snoozedUntil > now;
          if (decision.is !== 'notify' || !isSnoozed) continue;
          assert.ok(severityRank(incident.severity) > severityRank(before.severity ?? 'info'));
        }
      }),
    );
  });

  it('is of one that has grown or has come back, by what the person was told last', () => {
    const told = { ...fresh, messages: 1, severity: 'warning' as const, raisedAt: 500 };
    const phaseOf = (grows: boolean, isResolved: boolean) =>
      decideNotifying({ ...raised, grows }, { ...told, isResolved }, loud);
    assert.deepEqual(phaseOf(true, false), { is: 'notify', phase: 'worse' });
    assert.deepEqual(phaseOf(true, true), { is: 'notify', phase: 'back' });
    assert.deepEqual(phaseOf(false, false), { is: 'notify', phase: 'back' });
  });

  it('is of one that has grown also while it is snoozed, and then not of one that has come back', () => {
    const told = { ...fresh, messages: 1, severity: 'warning' as const, raisedAt: 500 };
    const snoozed = { ...raised, grows: true, snoozedUntil: 5000 };
    assert.deepEqual(decideNotifying(snoozed, told, loud), { is: 'notify', phase: 'worse' });
    const wait = { is: 'wait', until: 5000, isHeld: false };
    assert.deepEqual(decideNotifying(snoozed, { ...told, isResolved: true }, loud), wait);
    assert.deepEqual(decideNotifying({ ...snoozed, grows: false }, told, loud), wait);
  });

  it('waits while the last message is too recent', () => {
    const spaced = { ...loud, spacedUntil: 4000 };
    const wait = { is: 'wait', until: 4000, isHeld: false };
    assert.deepEqual(decideNotifying(raised, fresh, spaced), wait);
  });
});

describe('what a person is notified at once', () => {
  const open = fc
    .array(fc.tuple(standing, fc.boolean()), { maxLength: 30 })
    .map((all): Open<number>[] =>
      all.map(([incident, isHeld], key) => ({
        key,
        incident,
        notified: { ...fresh, isHeld },
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
        const counted = plan.outcomes.filter(({ notified }) => notified.messages > 0);
        assert.deepEqual(items.map(({ key }) => key).sort(), counted.map(({ key }) => key).sort());
      }),
    );
  });

  it('keeps the budget, and says what it kept back', () => {
    const all = [{ key: 1, incident: raised, notified: fresh, channels: person.channels }];
    for (const left of [0, 1]) {
      const plan = planMessages(person, all, { targets, budgets: { email: left }, now: 5000 });
      assert.equal(plan.messages[0]?.isOverBudget, left === 0);
    }
  });

  it('takes another channel for what no SMS is left for, though the rules do not name it', () => {
    const channels = { sms: ['warning' as const], email: [], webhook: [], 'web-push': [] };
    const all = [{ key: 1, incident: raised, notified: fresh, channels }];
    const places = [{ id: 2, channel: 'sms' as const }, ...targets];
    const channelsOf = (left: number) =>
      planMessages(person, all, { targets: places, budgets: { sms: left, email: 50 }, now: 5000 })
        .messages.filter(({ isOverBudget }) => !isOverBudget)
        .map(({ target }) => target.channel);
    assert.deepEqual(channelsOf(1), ['sms']);
    assert.deepEqual(channelsOf(0), ['email']);
  });
});
