import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../src/simulator/random.ts';
import { runScript, startKisima } from './helpers/server/kisima-process.ts';
import { type Killed, makeCourses } from './helpers/soak/killed-commands.ts';

const kills = Number(process.env['KILLS'] ?? 200);

/** Message instead of a start, and the step by which its reader gets on. */
const sentences: [says: RegExp, step: 'the same command again'][] = [
  [
    /A restore was cut off while it moved files: run kisima restore again/,
    'the same command again',
  ],
  [
    /holds a copy that has not come to its end: run the same kisima copy again/,
    'the same command again',
  ],
];

type Tally = {
  kills: number;
  'ended before': number;
  'started at once': number;
  'said what helps': number;
};

/** Runs the command, and kills it after so many milliseconds; how long it took where it was faster. */
async function runAndKill({ args, env }: Killed, afterMs: number): Promise<number | undefined> {
  const isStart = args.length === 0;
  const begun = performance.now();
  const run = isStart
    ? runScript('src/main.ts', [], { PORT: '0', ...env })
    : runScript('src/cli/kisima.ts', args, env);
  const timer = setTimeout(() => run.kill('SIGKILL'), afterMs);
  if (isStart) {
    // A server that is ready has nothing left that a start could break off.
    const ready = run.sees(/kisima is ready/).then(
      () => true,
      () => false,
    );
    if (await ready) run.kill('SIGKILL');
  }
  const { signal, code, stderr } = await run.ended;
  clearTimeout(timer);
  if (signal === 'SIGKILL' && !isStart) return undefined;
  if (isStart && performance.now() - begun >= afterMs) return undefined;
  if (!isStart) assert.equal(code, 0, stderr);
  return performance.now() - begun;
}

async function startOnce(env: Record<string, string>): Promise<string | undefined> {
  try {
    const server = await startKisima(env);
    server.kill('SIGKILL');
    await server.ended;
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Brings the server up by what it says itself. @returns whether it had something to say. */
async function comeUp(killed: Killed): Promise<boolean> {
  const said = await startOnce(killed.serves);
  if (said === undefined) return false;
  const known = sentences.find(([says]) => says.test(said));
  assert.ok(known, `${killed.name}: ${said}`);
  const again = await runAndKill(killed, 120_000);
  assert.ok(again !== undefined, `${killed.name} hangs when it is run again`);
  assert.equal(await startOnce(killed.serves), undefined);
  return true;
}

/** `npm run soak:start`: kills starts, migrations, restores, copies and recomputations at random moments. */
describe('what is killed before it is done', () => {
  it(`starts again, or says what helps, in ${kills} kills`, async (test) => {
    const seed = Number(process.env['SEED'] ?? Date.now());
    test.diagnostic(`SEED=${seed}`);
    const random = createRandom(seed, 'start');
    const { courses, remove } = await makeCourses();
    const tallies = new Map<string, Tally>();
    const lasts = new Map<unknown, number>();
    let killed = 0;
    for (let turn = 0; killed < kills; turn += 1) {
      const course = courses[turn % courses.length];
      assert.ok(course);
      const target = await course();
      const tally = tallies.get(target.name) ?? {
        kills: 0,
        'ended before': 0,
        'started at once': 0,
        'said what helps': 0,
      };
      tallies.set(target.name, tally);
      const longest = lasts.get(course) ?? Number.POSITIVE_INFINITY;
      // Before that the program is read and compiled.
      const afterMs = Number.isFinite(longest) ? longest * (0.35 + 0.65 * random()) : 120_000;
      const took = await runAndKill(target, afterMs);
      if (took !== undefined) lasts.set(course, took);
      if (took === undefined) {
        killed += 1;
        tally.kills += 1;
      } else tally['ended before'] += 1;
      const saidSo = await comeUp(target);
      if (took === undefined) tally[saidSo ? 'said what helps' : 'started at once'] += 1;
      await target.check(saidSo);
      await target.remove();
    }
    console.table(Object.fromEntries(tallies));
    await remove();
  });
});
