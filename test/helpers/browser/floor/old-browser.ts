import { floorOfBuild, newerNames } from './newer-names.ts';

/** What Chromium itself, and the tools of the tests in the page, cannot do without. */
const kept = ['Iterator', 'Promise'];

/**
 * In the page: takes away what the oldest browsers do not have, and refuses patterns that look behind, so that a
 * visit goes as it would there. The build makes such patterns by `RegExp(…)`.
 */
export function oldBrowserScript(): string {
  const newer = Array.from(newerNames(floorOfBuild()), ([owner, members]) => [owner, ...members]);
  const named = JSON.stringify(newer.filter(([owner = '']) => !kept.includes(owner)));
  return `(() => {
    for (const [name, ...members] of ${named}) {
      const [owner, isStatic] = name.split(' ');
      const itself = owner in Intl ? Intl[owner] : globalThis[owner];
      if (itself === undefined) continue;
      const from = isStatic || owner === 'Intl' ? itself : itself.prototype;
      for (const member of members) {
        if (member === '') delete globalThis[owner];
        else if (from) delete from[member];
      }
    }
    globalThis.RegExp = new Proxy(RegExp, Object.fromEntries(['apply', 'construct'].map((way) => [
      way,
      (made, ...how) => {
        const [pattern] = how[way === 'apply' ? 1 : 0];
        if (/\\(\\?<[=!]/.test(String(pattern?.source ?? pattern))) {
          throw new SyntaxError('Invalid regular expression: invalid group specifier name');
        }
        return Reflect[way](made, ...how);
      },
    ])));
  })();`;
}
