import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { startCompiled } from './cli/start-compiled.ts';

startCompiled(process);
// Before anything else is loaded, so that the second start finds all of it compiled.
enableCompileCache();
// Requests leave only short-lived objects behind: a nursery of 4 MB collects them as fast as one of
// 32 MB, which V8 would let it grow to, and never give back.
setFlagsFromString('--max-semi-space-size=4');

const { runCommand } = await import('./cli/run-command.ts');
const { serve } = await import('./cli/serve.ts');
await runCommand(() => serve(process.argv.slice(2), process.env));
