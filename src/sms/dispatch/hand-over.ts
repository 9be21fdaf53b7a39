import type { Clock } from '../../kit/time/clock.ts';
import type { HandOver, OutgoingMessage } from '../providers/provider.ts';
import { choose, findRoute, type Route, routeInOrder } from '../providers/routing.ts';
import { simulatorName } from '../providers/simulator/simulator.ts';
import type { Link } from './link.ts';
import {
  type ClaimedMessage,
  lateSettlementOf,
  type Settlement,
  settlementOf,
} from './settlement.ts';

export type HandOverDeps = {
  clock: Clock;
  /** How often a message is sent again of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  links: ReadonlyMap<string, Link>;
  routes: readonly Route[];
};

const toSimulator = routeInOrder([simulatorName]);

/** What trial credits paid for reaches no phone, wherever the routes lead. */
function routeOf(routes: readonly Route[], message: ClaimedMessage): Route {
  const theirs = message.simulated ? toSimulator : routes;
  return findRoute(theirs, message.phone, message.class);
}

/** Messages that go to one provider in one call. */
export type Batch = { link: Link; messages: ClaimedMessage[] };

/** Is told what follows from an answer that came after its message was given up as unknown. */
export type TellLate = (settlement: Settlement) => void;

/** The figure in the document's summary line: most messages of one hand-over. */
const largestBatch = 20;

/**
 * Sorts messages to the providers that take them now, in batches; takes their places there.
 * @returns also the messages for which there is no place just now.
 */
export function sortOut(
  { links, routes, random }: HandOverDeps,
  messages: ClaimedMessage[],
): { batches: Batch[]; homeless: ClaimedMessage[] } {
  const homeless: ClaimedMessage[] = [];
  const byLink = new Map<Link, ClaimedMessage[]>();
  for (const message of messages) {
    const can = (name: string) => (links.get(name)?.free() ?? 0) > 0;
    const name = choose(routeOf(routes, message), can, random());
    const link = name === undefined ? undefined : links.get(name);
    if (!link) {
      homeless.push(message);
      continue;
    }
    link.take(1);
    link.leave();
    const list = byLink.get(link);
    if (list) list.push(message);
    else byLink.set(link, [message]);
  }
  const batches = [...byLink].flatMap(([link, all]) => inBatches(link, all));
  return { batches, homeless };
}

function inBatches(link: Link, messages: ClaimedMessage[]): Batch[] {
  const size = Math.min(largestBatch, link.provider.batch);
  return Array.from({ length: Math.ceil(messages.length / size) }, (_, index) => ({
    link,
    messages: messages.slice(index * size, (index + 1) * size),
  }));
}

/** Hands a batch over and says what is to be written down of it. */
export async function handOver(
  deps: HandOverDeps,
  { link, messages }: Batch,
  tellLate: TellLate,
): Promise<Settlement[]> {
  const ticket = link.begin();
  const answers = await submit(link, messages, (index, answer) => {
    const message = messages[index];
    if (!message || answer.outcome === 'unknown') return;
    if (answer.outcome !== 'busy') link.noteLife();
    tellLate(lateSettlementOf(message, answer, circumstancesOf(deps, link)));
  });
  link.note(answers, ticket);
  const circumstances = circumstancesOf(deps, link);
  return messages.map((message, index) =>
    settlementOf(message, answers[index] ?? noAnswer, circumstances),
  );
}

function circumstancesOf({ clock, random, unknownRepeats }: HandOverDeps, link: Link) {
  const { provider, isWell } = link;
  return { provider: provider.name, isWell: isWell(), now: clock(), random, unknownRepeats };
}

const noAnswer: HandOver = { outcome: 'unknown', error: 'The provider did not answer.' };

/** A provider must not reject; one that does may have sent, so nobody knows. */
async function submit(
  { provider }: Link,
  messages: ClaimedMessage[],
  tellLate: (index: number, answer: HandOver) => void,
): Promise<HandOver[]> {
  try {
    return await provider.submit(messages.map(toOutgoing), tellLate);
  } catch {
    return messages.map(() => noAnswer);
  }
}

/**
 * Offers one message to the providers of its route, one after the other, as long as they take
 * nothing.
 * @returns the settlement: a message that nobody took is refused.
 */
export async function handOverNow(
  deps: HandOverDeps,
  message: ClaimedMessage,
  tellLate: TellLate,
): Promise<Settlement> {
  const route = routeOf(deps.routes, message);
  const asked = new Set<string>();
  for (;;) {
    const can = (name: string) =>
      !asked.has(name) && (deps.links.get(name)?.isAvailable() ?? false);
    const name = choose(route, can, deps.random());
    const link = name === undefined ? undefined : deps.links.get(name);
    if (name === undefined || !link) return unreachable(message);
    asked.add(name);
    if (!(await link.turn())) continue;
    const [settlement] = await handOver(deps, { link, messages: [message] }, tellLate);
    if (settlement && settlement.event !== 'postpone') return settlement;
  }
}

function unreachable({ id, userId }: ClaimedMessage): Settlement {
  return {
    id,
    userId,
    event: 'refuse',
    provider: null,
    refs: [],
    error: 'No provider takes messages at the moment.',
    dueAt: null,
    attempted: true,
  };
}

function toOutgoing({
  id,
  phone,
  sender,
  text,
  class: messageClass,
  expiresAt,
}: ClaimedMessage): OutgoingMessage {
  return { id, to: phone, text, from: sender, class: messageClass, expiresAt };
}
