import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { viteOptions } from '../../../../web/vite-options.ts';

/**
 * What at least one of the oldest browsers that are served does not have, by MDN's table: for each interface
 * (`String`, `AbortSignal`, `Intl`) its members; `AbortSignal static` has those of the interface itself. An
 * empty name is the whole interface.
 */
export type NewerNames = Map<string, Set<string>>;

type Floor = { browser: string; version: string }[];

/** The phones' editions of a browser have its number, and their own gaps. */
const editions: Record<string, string[]> = {
  chrome: ['chrome', 'chrome_android'],
  safari: ['safari', 'safari_ios'],
  firefox: ['firefox'],
};

/** The oldest browsers, as the build names them (`safari15.4`). */
export function floorOfBuild(): Floor {
  return [viteOptions.build?.target].flat().flatMap((target) => {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(String(target)) ?? [];
    const browsers = editions[name];
    if (!browsers) throw new Error(`a target without a column in MDN's table: ${target}`);
    return browsers.map((browser) => ({ browser, version }));
  });
}

export function newerNames(floor: Floor): NewerNames {
  const newer: NewerNames = new Map();
  const add = (owner: string, member: string) => {
    const members = newer.get(owner) ?? new Set();
    newer.set(owner, members.add(member));
  };
  const addOwner = (owner: string, about: Identifier, membersAre: 'marked' | 'both') => {
    if (isNewer(about.__compat, floor)) add(owner, '');
    for (const [member, { __compat }] of membersOf(about)) {
      if (!isNewer(__compat, floor)) continue;
      const [, name = member, mark] = /^(.+?)(_static|_event)?$/.exec(member) ?? [];
      if (mark !== '_static') add(owner, name);
      // The table of the language does not say which members are those of the constructor.
      if (mark === '_static' || membersAre === 'both') add(`${owner} static`, name);
    }
  };
  for (const [owner, about] of membersOf(bcd.api)) addOwner(owner, about, 'marked');
  for (const [owner, about] of membersOf(bcd.javascript.builtins as Identifier)) {
    addOwner(owner, about, 'both');
    if (owner !== 'Intl') continue;
    for (const [inner, of] of membersOf(about)) addOwner(inner, of, 'both');
  }
  return newer;
}

function membersOf(about: Identifier): [string, Identifier][] {
  return Object.entries(about).filter(([name]) => name !== '__compat') as [string, Identifier][];
}

function isNewer(compat: CompatStatement | undefined, floor: Floor): boolean {
  if (!compat) return false;
  const support = compat.support as Record<string, unknown>;
  return floor.some(({ browser, version }) => {
    const entries = [support[browser] ?? []].flat() as Support[];
    return entries.length > 0 && !entries.some((entry) => isIn(entry, version));
  });
}

type Support = {
  version_added: string | false;
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};

function isIn(support: Support, version: string): boolean {
  const { version_added: added, version_removed: removed } = support;
  if (support.flags || support.prefix || support.alternative_name) return false;
  if (added === false || !/\d/.test(added)) return false;
  return !isOlder(version, added) && (removed === undefined || isOlder(version, removed));
}

/** Of versions such as `15.4` and `≤37`. */
function isOlder(one: string, other: string): boolean {
  const numbers = (version: string) => version.replace('≤', '').split('.').map(Number);
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [numbers(one), numbers(other)];
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}
