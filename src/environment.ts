import { FormObject } from './kit/api/schema.ts';
import type { Static } from './kit/api/type.ts';
import { accountSettings } from './settings/account-settings.ts';
import { databaseSettings } from './settings/database-settings.ts';
import { providerSettings } from './settings/provider-settings.ts';
import { serverSettings } from './settings/server-settings.ts';
import { smsSettings } from './settings/sms-settings.ts';
import { waterSettings } from './settings/water-settings.ts';

/** Every environment variable that the program reads, by topic, with its meaning and its default. */
export const settings = {
  Server: serverSettings,
  Storage: databaseSettings,
  Accounts: accountSettings,
  'Water levels': waterSettings,
  SMS: smsSettings,
  'Ways to phones': providerSettings,
};

/** The environment as a whole. */
export const Environment = FormObject({
  ...serverSettings,
  ...databaseSettings,
  ...accountSettings,
  ...waterSettings,
  ...smsSettings,
  ...providerSettings,
});

export type Environment = Static<typeof Environment>;
