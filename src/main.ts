import { keepCompiled } from './kit/keep-compiled.ts';

keepCompiled(process.env);
const { endWithReader } = await import('./cli/closed-pipe.ts');
const { runCommand } = await import('./cli/run-command.ts');
endWithReader();
await runCommand(['serve', ...process.argv.slice(2)], process.env);
