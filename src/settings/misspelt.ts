import { nearestName } from '../kit/text/nearest-name.ts';

export type MisspeltSetting = { given: string; meant: string | undefined };

/** Topics whose variables are nobody else's: who sets one means Kisima, whatever the rest of its name. */
const ownTopics = ['SMPP_', 'SMS_', 'SMTP_', 'DATABASE_'];

/** What Docker and Kubernetes set for a service that has the name of such a topic, as `database` may be. */
const linked =
  /(_SERVICE_(HOST|PORT)(_\w+)?|_PORT(_\d+_(TCP|UDP)(_(ADDR|PORT|PROTO))?)?|_ENV_\w+|_NAME)$/;

/**
 * Variables that look like a slip of the pen in the name of a setting, and would be passed over without a
 * word. The environment is full of other programs' names, so a short name has to be near indeed.
 * @param known the settings that there are
 */
export function findMisspelt(
  env: Record<string, string | undefined>,
  known: readonly string[],
): MisspeltSetting[] {
  const all = new Set(known);
  return Object.keys(env)
    .filter((given) => env[given] && !all.has(given) && !isLinked(given))
    .flatMap((given) => {
      const meant = nearest(given, known);
      return meant !== undefined || isOfOwnTopic(given) ? [{ given, meant }] : [];
    })
    .sort((a, b) => (a.given < b.given ? -1 : 1));
}

/** One line for each, for whoever runs the program. */
export function describeMisspelt({ given, meant }: MisspeltSetting): string {
  const hint = meant ? `did you mean ${meant}?` : 'docs/settings.md lists them all.';
  return `${given} is no setting; ${hint}`;
}

function isOfOwnTopic(given: string): boolean {
  return ownTopics.some((topic) => given.startsWith(topic));
}

function isLinked(given: string): boolean {
  return isOfOwnTopic(given) && linked.test(given);
}

function nearest(given: string, known: readonly string[]): string | undefined {
  if (given !== given.toUpperCase()) {
    // A single small word is of a shell, or anybody's.
    return given.includes('_') ? nearestName(given, known, 0) : undefined;
  }
  // Of a program that has a setting of the same name, such as `CI_DATA_DIR`.
  if (known.some((name) => name.includes('_') && given.endsWith(`_${name}`))) return undefined;
  return (
    known.find((name) => areSwapped(given, name) || haveSameWords(given, name)) ??
    nearestName(given, known, mostSlips(given))
  );
}

function mostSlips(given: string): number {
  if (given.length <= 6) return 0;
  return given.length <= 10 ? 1 : 2;
}

/** Letters that changed places, behind a first one that is right: `DATA_DRI`. */
function areSwapped(given: string, name: string): boolean {
  const letters = (text: string) => [...text].sort().join('');
  return given[0] === name[0] && given.length === name.length && letters(given) === letters(name);
}

/** The words of a setting in another order, or one of four or more left out: `DATABASE_READ_LAG`. */
function haveSameWords(given: string, name: string): boolean {
  const [some, all] = [given.split('_'), name.split('_')];
  const least = all.length > 3 ? all.length - 1 : all.length;
  if (all.length < 2 || some.length < least || some.length > all.length) return false;
  return some.every((word) => all.includes(word));
}
