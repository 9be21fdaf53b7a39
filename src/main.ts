import { keepCompiled } from './kit/keep-compiled.ts';

keepCompiled(process.env);
const { runCommand } = await import('./cli/run-command.ts');
await runCommand(['serve', ...process.argv.slice(2)], process.env);
