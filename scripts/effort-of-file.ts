import { readdirSync, readFileSync } from 'node:fs';

/** What a test file took: its time from loading to its last hook, and the processor time of all its processes. */
export type Effort = { file: string; wallMs: number; processorMs: number };

/** Starts to measure. @returns what tells at the end what was taken */
export function measureEffort(file: string): () => Effort {
  const [startedAt, spentBefore] = [performance.now(), processorMs()];
  return () => ({
    file,
    wallMs: performance.now() - startedAt,
    processorMs: processorMs() - spentBefore,
  });
}

/**
 * The dearest files as lines, each with its processor seconds and its seconds, behind the sums. The PostgreSQL that files
 * share is in none of them.
 * @param wallMs time that all took, side by side
 */
export function describeEfforts(efforts: Effort[], wallMs: number, most: number): string[] {
  const dearest = efforts.toSorted((a, b) => b.processorMs - a.processorMs).slice(0, most);
  const ofFiles = efforts.reduce((sum, each) => sum + each.processorMs, 0);
  return [
    'processor seconds and seconds, the dearest files first',
    `${seconds(ofFiles)} ${seconds(wallMs)} ${efforts.length} files`,
    ...dearest.map((each) => `${seconds(each.processorMs)} ${seconds(each.wallMs)} ${each.file}`),
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(7);
}

/** Processor time of this process and of all that it started, those that have ended too (proc(5), `stat`). */
function processorMs(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const known = new Map<number, { parent: number; ticks: number }>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const fields = fieldsOf(pid);
    // utime, stime, and those of children for which it has waited: fields 14 to 17.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    if (fields.length > 0) known.set(pid, { parent: Number(fields[1]), ticks });
  }
  const isOurs = (pid: number): boolean => {
    const parent = known.get(pid)?.parent;
    return pid === process.pid || (parent !== undefined && isOurs(parent));
  };
  const ours = [...known].filter(([pid]) => isOurs(pid));
  return ours.reduce((sum, [, { ticks }]) => sum + ticks, 0) * tickMs;
}

/** Linux tells programs of a hundredth of a second on every platform that Node runs on. */
const tickMs = 10;

/** What stands behind the name of the program, from field 3 on; none where the process is gone. */
function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
