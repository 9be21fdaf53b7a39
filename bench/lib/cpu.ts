import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of the clock that /proc counts in; the same on every Linux that we know. */
const ticks = 100;

/**
 * Seconds of processor time that a process and all below it have used, its ended children included.
 * Linux only: elsewhere undefined.
 */
export function cpuSeconds(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const times = new Map<number, { parent: number; used: number }>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const time = readTime(entry);
    if (time) times.set(Number(entry), time);
  }
  const isBelow = (id: number): boolean => {
    for (let at = id; at > 1; at = times.get(at)?.parent ?? 0) if (at === pid) return true;
    return false;
  };
  let used = 0;
  for (const [id, time] of times) if (isBelow(id)) used += time.used;
  return used / ticks;
}

function readTime(pid: string): { parent: number; used: number } | undefined {
  try {
    // The name in brackets may hold anything; the numbers follow its last bracket.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system, children, childrenSystem] = fields.slice(11, 15).map(Number);
    const used = (user ?? 0) + (system ?? 0) + (children ?? 0) + (childrenSystem ?? 0);
    return { parent: Number(fields[1]), used };
  } catch {
    return undefined; // It ended just now.
  }
}
