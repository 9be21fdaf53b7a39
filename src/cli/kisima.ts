import { enableCompileCache } from 'node:module';

// Before anything else is loaded, so that the next start finds all of it compiled.
enableCompileCache();
const { runCommand } = await import('./run-command.ts');
await runCommand(process.argv.slice(2), process.env);
