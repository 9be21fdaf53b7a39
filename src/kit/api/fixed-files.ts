import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createFixedAnswer, type FixedAnswer } from './fixed-answer.ts';

/** Answers by the names of files. */
export type FixedFiles = Map<string, FixedAnswer>;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** How the copies are named that were compressed beside a file. */
const suffixes = { br: '.br', gzip: '.gz' };

/**
 * The files that lie in a folder now, of the types that pages are made of. Each is read when it is
 * first asked for, and then kept in memory.
 */
export function readFixedFiles(folder: string): FixedFiles {
  const names = new Set(readdirSync(folder));
  const files: FixedFiles = new Map();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const answer = createFixedAnswer({
      type,
      read: () => readFile(join(folder, name)),
      readCompressed: async (encoding) => {
        const copy = name + suffixes[encoding];
        return names.has(copy) ? await readFile(join(folder, copy)) : undefined;
      },
    });
    files.set(name, answer);
  }
  return files;
}

/** Answers a route that ends with `*` with the file of that name, or as an unknown path. */
export function answerByName(files: FixedFiles): FixedAnswer {
  return async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const answer = files.get(name);
    if (answer) return await answer(request, reply);
    reply.callNotFound();
    return reply;
  };
}
