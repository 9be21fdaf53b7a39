import { type MessageClass, messageClasses } from '../message-states.ts';

/** One provider of a step, and its share of the messages among those of the same step. */
export type Choice = { provider: string; weight: number };

/** The providers that carry messages to some numbers: step by step, the next where the one before cannot. */
export type Route = {
  /** Null takes both. */
  class: MessageClass | null;
  /** Digits that a number begins with (`2547`); empty takes all. */
  prefix: string;
  steps: Choice[][];
};

/** Thrown for routes that are written wrongly; `message` says where. */
export class RoutesError extends Error {}

/**
 * Reads `SMS_ROUTES`: rules separated by `;`, each `[class/]prefixes=steps`. Prefixes are separated by
 * `,`, and `*` is every number; steps by `>`, in the order of trying; providers of one step by `+`,
 * each with an optional `:weight`. The rule with the longest prefix wins, then the one that names the
 * class.
 *
 *     25470,25471=smpp:3+africastalking:1>simulator; promotional/*=africastalking; *=smpp>africastalking
 *
 * @param known names of the providers that are configured.
 * @throws RoutesError
 */
export function parseRoutes(text: string, known: readonly string[]): Route[] {
  const rules = text.split(';').map((rule) => rule.trim());
  const routes = rules.filter((rule) => rule !== '').flatMap((rule) => parseRule(rule, known));
  for (const messageClass of messageClasses) {
    const takesAll = routes.some(
      (route) => route.prefix === '' && (route.class ?? messageClass) === messageClass,
    );
    if (!takesAll) throw new RoutesError(`needs a rule for * that takes ${messageClass} messages`);
  }
  return routes;
}

/** Every message to the first of the providers, to the next one where it cannot. */
export function routeInOrder(providers: readonly string[]): Route[] {
  const steps = providers.map((provider) => [{ provider, weight: 1 }]);
  return [{ class: null, prefix: '', steps }];
}

function parseRule(rule: string, known: readonly string[]): Route[] {
  const [, className, prefixes = '', target = ''] =
    /^(?:([a-z]+)\s*\/)?\s*([\d*,\s]+)=(.*)$/.exec(rule) ?? [];
  if (prefixes === '') throw new RoutesError(`"${rule}" is not of the form prefixes=providers`);
  const messageClass = messageClasses.find((each) => each === className) ?? null;
  if (className !== undefined && messageClass === null) {
    throw new RoutesError(`"${className}" is not one of ${messageClasses.join(', ')}`);
  }
  const steps = target
    .split('>')
    .map((step) => step.split('+').map((each) => parseChoice(each, known)));
  return prefixes.split(',').map((prefix) => ({
    class: messageClass,
    prefix: parsePrefix(prefix.trim(), rule),
    steps,
  }));
}

function parsePrefix(text: string, rule: string): string {
  if (text === '*') return '';
  if (/^\d{1,15}$/.test(text)) return text;
  throw new RoutesError(`"${text}" in "${rule}" is neither digits nor *`);
}

function parseChoice(text: string, known: readonly string[]): Choice {
  const [, provider = '', weight = '1'] =
    /^\s*([a-z0-9_-]+)\s*(?::\s*(\d{1,6}))?\s*$/.exec(text) ?? [];
  if (!known.includes(provider)) {
    throw new RoutesError(`"${text.trim()}" names none of the providers ${known.join(', ')}`);
  }
  if (Number(weight) < 1) throw new RoutesError(`the weight of ${provider} must be at least 1`);
  return { provider, weight: Number(weight) };
}

/** True if the routes lead to a provider. */
export function isRouted(routes: readonly Route[], name: string): boolean {
  return routes.some(({ steps }) => steps.flat().some(({ provider }) => provider === name));
}

/** The rule that a message goes by: the longest prefix, then the one that names its class. */
export function findRoute(
  routes: readonly Route[],
  phone: string,
  messageClass: MessageClass,
): Route {
  let best: Route | undefined;
  for (const route of routes) {
    if (!phone.startsWith(route.prefix) || (route.class ?? messageClass) !== messageClass) continue;
    if (!best || isCloser(route, best)) best = route;
  }
  if (!best) throw new Error('the routes take every number');
  return best;
}

/** True if a route goes before another one that takes the same number. */
export function isCloser(route: Route, other: Route): boolean {
  if (route.prefix.length !== other.prefix.length) return route.prefix.length > other.prefix.length;
  return route.class !== null && other.class === null;
}

/**
 * Picks from a route: the first step with a provider that can, and there one by the weights of those
 * that can.
 * @param random from 0 to 1.
 */
export function choose(
  { steps }: Route,
  can: (provider: string) => boolean,
  random: number,
): string | undefined {
  for (const step of steps) {
    const able = step.filter(({ provider }) => can(provider));
    const [only] = able;
    if (!only) continue;
    if (able.length === 1) return only.provider;
    const total = able.reduce((sum, { weight }) => sum + weight, 0);
    let left = random * total;
    const chosen = able.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return (chosen ?? only).provider;
  }
  return undefined;
}
