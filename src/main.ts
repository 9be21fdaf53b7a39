import { enableCompileCache, flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { startCompiled } from './cli/start-compiled.ts';

startCompiled(process);
// Before anything else is loaded, so that the second start finds all of it compiled.
enableCompileCache();
// Threads that mark beside the program take turns of the cores from it and from the database: on two
// cores the p99 of pushes under full load is 11 ms with them and 6 without.
setFlagsFromString('--no-concurrent-marking');
// While the old space is marked, which without those threads takes 200 ms, V8 would put off collecting
// the nursery: 60 MB of what requests leave behind then count as alive, and the pause that ends the
// marking is 20 ms in place of 4.
setFlagsFromString('--no-separate-gc-phases');

const { runCommand } = await import('./cli/run-command.ts');
const { serve } = await import('./cli/serve.ts');
// Node keeps all that it has read of the cache, 10 MB, until told that it is done. Before anything is
// started, since what starts then takes that memory.
flushCompileCache();
await runCommand(() => serve(process.argv.slice(2), process.env));
