import { accountSettings } from '../src/settings/accounts.ts';
import { backupSettings } from '../src/settings/backups.ts';
import { mqttSettings } from '../src/settings/mqtt.ts';
import { providers } from '../src/settings/providers/providers.ts';
import { serverSettings } from '../src/settings/server.ts';
import { smsSettings, trialSettings } from '../src/settings/sms.ts';
import { storageSettings } from '../src/settings/storage.ts';
import { dashboardSettings, deviceSettings } from '../src/settings/water.ts';

const topics: Record<string, Record<string, object>> = {
  Server: serverSettings,
  Storage: storageSettings,
  'Backups to S3': backupSettings,
  Accounts: accountSettings,
  'Devices and readings': deviceSettings,
  MQTT: mqttSettings,
  'Live events and map': dashboardSettings,
  'Sending SMS': smsSettings,
  'Trial and simulator': trialSettings,
  ...Object.fromEntries(Object.values(providers).map(({ title, settings }) => [title, settings])),
};

const guides = Object.values(providers)
  .map(({ guide }) => `[${guide.about}](${guide.page})`)
  .join(', ');

const introduction = `<!-- Written by \`npm run docs:settings\` from src/settings; a test compares the two. Not edited by hand. -->

# Settings

Environment variables, read once at the start. An empty one counts as not set. A wrong value is one line that names it, and exit status 78. A secret may stand in a file, as systemd's credentials and the secrets of containers do: \`DATABASE_URL_FILE=/run/secrets/database\` is \`DATABASE_URL\` with what is in that file, but for the line break at its end; both at once are refused. ${guides.replace('[c', '[C')} and [operations](operations.md) say which to set when.
`;

type Setting = {
  type?: string;
  enum?: string[];
  minLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  'x-unit'?: string;
  'x-secret'?: true;
};

/** The page of all settings, a table for each topic. */
export function renderSettings(): string {
  const sections = Object.entries(topics).map(([topic, settings]) =>
    [`## ${topic}`, '', heading, ...Object.entries(settings).map(toRow), ''].join('\n'),
  );
  return [introduction, ...sections].join('\n');
}

const heading = '| Setting | Default | Values | Meaning |\n| --- | --- | --- | --- |';

function toRow([name, setting]: [string, Setting]): string {
  const fallback = setting.default ?? '';
  const shown = fallback === '' ? '' : `\`${fallback}\``;
  return `| \`${name}\` | ${shown} | ${valuesOf(name, setting)} | ${setting.description} |`;
}

function valuesOf(name: string, setting: Setting): string {
  if (setting.enum) return setting.enum.map((word) => `\`${word}\``).join(', ');
  const { type, minLength = 1, minimum = 0, maximum = 0 } = setting;
  if (type === 'string') {
    const text = minLength < 10 ? 'text' : `text of at least ${minLength} characters`;
    return setting['x-secret'] ? `${text}, or \`${name}_FILE\` names a file` : text;
  }
  const range = `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
  const unit = setting['x-unit'] ?? unitIn(name);
  return unit ? `${range} ${unit}` : range;
}

/** Names of times and sizes end with their unit. */
function unitIn(name: string): string | undefined {
  const [, unit] = /_(SECONDS|MINUTES|HOURS|DAYS|MB)$/.exec(name) ?? [];
  return unit === 'MB' ? unit : unit?.toLowerCase();
}
