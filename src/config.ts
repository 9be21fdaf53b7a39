import { FormObject, type Static } from './kit/api/schema/schema.ts';
import { compileCheck } from './kit/api/schema/validator.ts';
import { accountSettings, readAccounts } from './settings/accounts.ts';
import { backupSettings, readBackups } from './settings/backups.ts';
import { findMisspelt, type Misspelt } from './settings/misspelt.ts';
import { mqttSettings, readMqtt } from './settings/mqtt.ts';
import { providerSettings, readProviders } from './settings/providers/providers.ts';
import { secretNames, withSecretsOfFiles } from './settings/secret-files.ts';
import { readServer, serverSettings } from './settings/server.ts';
import { ConfigError } from './settings/setting-types.ts';
import { readSms, smsSettings, trialSettings } from './settings/sms.ts';
import { readStorage, storageSettings } from './settings/storage.ts';
import { dashboardSettings, deviceSettings, readDashboard, readDevices } from './settings/water.ts';

/** Every environment variable that the program reads. `docs/settings.md` is written from these. */
export const Environment = FormObject({
  ...serverSettings,
  ...storageSettings,
  ...backupSettings,
  ...accountSettings,
  ...deviceSettings,
  ...mqttSettings,
  ...dashboardSettings,
  ...smsSettings,
  ...trialSettings,
  ...providerSettings,
});

type Environment = Static<typeof Environment>;

/** Settings, read from the environment once. */
export type Config = ReturnType<typeof toConfig> & {
  /** Variables that look like a setting and are not read. */
  misspelt: readonly Misspelt[];
};

const check = compileCheck<Environment>(Environment);

const secrets = secretNames(Environment.properties);

/**
 * Reads the configuration from environment variables, and secrets from the files that some of them name; an
 * empty variable counts as not set.
 * @throws ConfigError that names every wrong variable.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const { env, wrong } = withSecretsOfFiles(variables, secrets);
  const known = Object.keys(Environment.properties);
  const given = Object.fromEntries(known.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const result = check(given);
  if ('error' in result) {
    wrong.push(...result.error.fields.map(({ field, message }) => `${field} ${message}`));
  }
  if ('error' in result || wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return { ...toConfig(result.value), misspelt: misspeltIn(variables) };
}

export function misspeltIn(variables: Record<string, string | undefined>): Misspelt[] {
  const files = secrets.map((name) => `${name}_FILE`);
  return findMisspelt(variables, [...Object.keys(Environment.properties), ...files]);
}

/** Each topic refuses settings that do not fit together; of several faults, the first is reported. */
function toConfig(env: Environment) {
  return {
    ...readAccounts(env),
    ...readProviders(env),
    ...readDevices(env),
    ...readMqtt(env),
    ...readStorage(env),
    ...readBackups(env),
    ...readServer(env),
    ...readDashboard(env),
    ...readSms(env),
  };
}
