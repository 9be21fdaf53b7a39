import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { promisify } from 'node:util';
import { createFewAtOnce } from '../kit/async/fair-turns.ts';
import { minuteMs } from '../kit/time/units.ts';

/** Resolves names to addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Two questions to each server, the second for twice as long: less than the deadline of a post. */
const patience = { timeout: 2000, tries: 2 };

/**
 * Asks the DNS servers of this machine, without its file of hosts. The system's own resolver is not for names
 * that anybody may give: each question holds one of the two threads of a process that look names up, for as long
 * as the servers of the name please, and then the program does not find its database.
 * @param servers such as `127.0.0.1:53`; by default those of the system, as they are at each question.
 */
export function createDnsResolve(servers?: string[]): Resolve {
  return (hostname, { family = 0 }, callback) => {
    const resolver = new Resolver(patience);
    if (servers) resolver.setServers(servers);
    const asked = [
      isWanted(family, 4) && resolver.resolve4(hostname).then(ofFamily(4)),
      isWanted(family, 6) && resolver.resolve6(hostname).then(ofFamily(6)),
    ].filter((each) => each !== false);
    Promise.allSettled(asked).then((answers) => {
      const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const [failed] = answers.filter((each) => each.status === 'rejected');
      if (failed && found.length === 0) callback(failed.reason, []);
      else callback(null, found);
    });
  };
}

const isWanted = (family: LookupAllOptions['family'], which: 4 | 6): boolean =>
  family === 0 || family === which || family === `IPv${which}`;

const ofFamily =
  (family: 4 | 6) =>
  (addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family }));

/** Longest wait for a turn, in milliseconds: whoever asked has given up by then. */
const turnWithinMs = 10_000;

const systemLookup: Resolve = lookup;

const tickNow = (): number => performance.now();

/** Time for which a name is not asked for again that nobody has answered for, and most such names. */
const silentForMs = minuteMs;
const mostSilent = 1000;

/**
 * Asks the system, with its file of hosts and whatever else it knows: one question at a time, so that names which
 * nobody answers for leave the program a thread to look up its own. Such a name fails at once for a minute: else its
 * tries would hold up those of all others.
 */
export function createSystemResolve(ask: Resolve = systemLookup, now = tickNow): Resolve {
  const inTurn = createFewAtOnce(1);
  const find = promisify(ask);
  const silent = new Map<string, { until: number; error: NodeJS.ErrnoException }>();
  const noteSilent = (hostname: string, error: NodeJS.ErrnoException): void => {
    const [oldest] = silent.keys();
    if (silent.size >= mostSilent && oldest !== undefined) silent.delete(oldest);
    silent.set(hostname, { until: now() + silentForMs, error });
  };
  return (hostname, options, callback) => {
    const known = silent.get(hostname);
    if (known && now() < known.until) return callback(known.error, []);
    silent.delete(hostname);
    const signal = AbortSignal.timeout(turnWithinMs);
    inTurn(() => find(hostname, options), signal).then(
      (found) => callback(null, found),
      (error) => {
        if (error.code === 'EAI_AGAIN') noteSilent(hostname, error);
        callback(error, []);
      },
    );
  };
}
