import { keepCompiled } from '../kit/keep-compiled.ts';

keepCompiled(process.env);
const { endWithReader } = await import('./closed-pipe.ts');
const { runCommand } = await import('./run-command.ts');
endWithReader();
await runCommand(process.argv.slice(2), process.env);
