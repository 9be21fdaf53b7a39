import { enableCompileCache } from 'node:module';

// Before anything else is loaded, so that the next start finds all of it compiled.
enableCompileCache();
const { runCommand } = await import('./cli/run-command.ts');
await runCommand(['serve', ...process.argv.slice(2)], process.env);
