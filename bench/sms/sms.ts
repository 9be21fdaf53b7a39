import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareAccept } from './sms-accept.ts';
import { compareDispatch } from './sms-dispatch.ts';
import { benchFairness } from './sms-fair.ts';
import { benchSmsOnPostgres } from './sms-postgres.ts';
import { compareSingle } from './sms-single.ts';

/**
 * Cost of accepting a bulk, of dispatching over SMPP and of a single send, each against a floor that is
 * measured in the same run. Dispatch goes to the npm package `smpp` in a process of its own, as its floor
 * does; a single send to an SMSC that takes as little as can be of the time that is measured. Parts can be
 * named: `npm run bench sms accept dispatch single`. `fair`, which takes two minutes and is to be named, is
 * single sends beside a bulk job over an SMSC that throttles. With `--database`, dispatch on PostgreSQL against
 * dispatch on the embedded database instead.
 */
export async function benchSms(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      messages: { type: 'string', default: '100000' },
      database: { type: 'boolean', default: false },
    },
  });
  const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  const messages = Number(values.messages);
  if (values.database) return await benchSmsOnPostgres(messages);
  const folder = await mkdtemp(resolve('bench-data-'));
  try {
    if (isWanted('accept')) await compareAccept(folder);
    if (isWanted('dispatch')) await compareDispatch(folder, messages);
    if (isWanted('single')) await compareSingle(folder);
    if (positionals.includes('fair')) await benchFairness(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
