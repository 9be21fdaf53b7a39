import { enableCompileCache } from 'node:module';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderError } from './data-folder.ts';
import { SchemaError } from './db/migrate.ts';
import { createLog, runServer } from './run.ts';

enableCompileCache();

const usageStatus = 2;

/** Starts the server from the environment, and stops it on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const server = await runServer(config, { log });

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) {
      log.warn({ signal }, 'second signal: leaving at once');
      process.exit(1);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  await main();
} catch (error) {
  const isOperators = [ConfigError, DataFolderError, SchemaError].some((k) => error instanceof k);
  console.error(isOperators ? (error as Error).message : error);
  process.exit(isOperators ? usageStatus : 1);
}
