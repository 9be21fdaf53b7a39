import { keepCompiled } from '../kit/keep-compiled.ts';

keepCompiled(process.env);
const { runCommand } = await import('./run-command.ts');
await runCommand(process.argv.slice(2), process.env);
