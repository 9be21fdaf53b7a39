import { type RawBuilder, sql } from 'kysely';
import type { MessageClass } from '../message-states.ts';
import { isCloser, type Route } from '../providers/sms-routes.ts';

/** Whether what goes by a route belongs to a lane. */
export type LaneRule = { prefix: string; class: MessageClass | null; isIn: boolean };

/** The messages that the same providers may carry: what one of these cannot, the others of it may. */
export type Lane = {
  providers: string[];
  /** The closest routes first; null where all messages go by this lane. */
  rules: LaneRule[] | null;
};

/**
 * Sorts routes by the providers that they lead to. Messages are claimed lane by lane, for the places of its
 * providers: those of others would be claimed in vain, and put back, in every cycle.
 */
export function toLanes(routes: readonly Route[]): Lane[] {
  const closestFirst = routes.toSorted((a, b) => Number(isCloser(b, a)) - Number(isCloser(a, b)));
  const keys = [...new Set(routes.map(keyOf))];
  return keys.map((key) => ({
    providers: key.split(' '),
    rules:
      keys.length === 1
        ? null
        : closestFirst.map((route) => ({
            prefix: route.prefix,
            class: route.class,
            isIn: keyOf(route) === key,
          })),
  }));
}

function keyOf({ steps }: Route): string {
  const names = steps.flat().map(({ provider }) => provider);
  return [...new Set(names)].sort().join(' ');
}

/**
 * The condition that a message is of a lane, by its `phone`, `class` and `simulated`. What trial credits
 * paid for goes to the simulator, whichever lane takes it along.
 */
export function isInLane(rules: readonly LaneRule[]): RawBuilder<unknown> {
  const cases = rules.map(({ prefix, class: messageClass, isIn }) => {
    const isOfPrefix = sql`substr(phone, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
    const isOfClass = messageClass === null ? sql`` : sql`and class = ${messageClass}`;
    return sql`when ${isOfPrefix} ${isOfClass} then ${sql.lit(isIn ? 1 : 0)}`;
  });
  return sql`case when simulated = 1 then 1 ${sql.join(cases, sql` `)} end = 1`;
}
