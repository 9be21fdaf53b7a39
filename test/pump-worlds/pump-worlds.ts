// `npm run pump-worlds -- [--seed N] [--world NAME] [--days N] [--engine postgres] [--part K/N]`: lets worlds live
// through the real server, judges it by their truth, and prints a line for each.
import { parseArgs } from 'node:util';
import { makePlaceOfTests } from '../helpers/server/test-folder.ts';
import { driveWorlds } from './drive.ts';
import { judge } from './judge/judge.ts';
import { findingsOf, reportOf } from './judge/report.ts';
import { traceOf } from './judge/trace.ts';
import { worlds } from './model/table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    world: { type: 'string', multiple: true },
    days: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'sqlite' },
    part: { type: 'string', default: '1/1' },
    trace: { type: 'boolean', default: false },
  },
});
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const chosen = worlds.filter(({ name }, index) =>
  values.world ? values.world.includes(name) : index % parts === part - 1,
);
if (chosen.length === 0)
  throw new Error(`no such world; there are: ${worlds.map((w) => w.name).join('; ')}`);

// Whoever does not wait for the last day has the days so far judged.
const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());

const place = await makePlaceOfTests();
process.env['TEST_FOLDER'] ??= place.folder;
try {
  const { lived, logged } = await driveWorlds(chosen, {
    engine,
    seed: Number(values.seed),
    days: Number(values.days),
    signal: leaving.signal,
    onDay: (day) => console.error(`day ${day}`),
  });
  const verdicts = lived.map(judge);
  console.log(reportOf(verdicts));
  console.log(`\n${findingsOf(verdicts)}`);
  const faults = logged.filter((line) => /"level":[56]0/.test(line));
  if (faults.length > 0) console.log(`\nLogged by the server:\n${faults.slice(0, 20).join('\n')}`);
  if (values.trace) for (const each of lived) console.log(traceOf(each));
} finally {
  await place.remove();
}
