import { readFileSync, statSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';

/** Longer than any secret; a longer file is not a secret. */
const longestBytes = 65_536;

type Env = Record<string, string | undefined>;

/** Settings that may be in a file of their own, which `NAME_FILE` names: those marked as secret. */
export function secretNames(settings: Record<string, object>): string[] {
  return Object.keys(settings).filter((name) => 'x-secret' in (settings[name] ?? {}));
}

/**
 * The environment with the secrets from files, without the line break at a file's end.
 * @returns also a line for each variable whose file cannot be used; none contains any of the file.
 */
export function withSecretsOfFiles(env: Env, names: string[]): { env: Env; wrong: string[] } {
  const found: Env = { ...env };
  const wrong: string[] = [];
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      wrong.push(`${variable} and ${name} are both set: leave one of them out`);
      continue;
    }
    try {
      found[name] = readSecretFile(path);
    } catch (error) {
      wrong.push(`${variable} names ${path}, which ${reasonOf(error)}`);
    }
  }
  return { env: found, wrong };
}

class UnfitFile extends Error {}

function readSecretFile(path: string): string {
  const found = statSync(path);
  // A pipe may never end.
  if (!found.isFile()) throw new UnfitFile('is no file');
  if (found.size > longestBytes) throw new UnfitFile(`is longer than ${longestBytes} bytes`);
  const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  if (secret === '') throw new UnfitFile('is empty');
  return secret;
}

function reasonOf(error: unknown): string {
  if (error instanceof UnfitFile) return error.message;
  const { errno } = error as NodeJS.ErrnoException;
  if (errno === undefined) throw error;
  return `cannot be read (${getSystemErrorMessage(errno)})`;
}
