import { FormObject, type Static } from './kit/api/schema/schema.ts';
import { accountSettings } from './settings/accounts.ts';
import { backupSettings } from './settings/backups.ts';
import { africasTalkingSettings, smppSettings } from './settings/providers.ts';
import { serverSettings } from './settings/server.ts';
import { smsSettings, trialSettings } from './settings/sms.ts';
import { storageSettings } from './settings/storage.ts';
import { dashboardSettings, deviceSettings } from './settings/water.ts';

/** Every environment variable that the program reads. `docs/settings.md` is written from the same lines. */
export const Environment = FormObject({
  ...serverSettings,
  ...storageSettings,
  ...backupSettings,
  ...accountSettings,
  ...deviceSettings,
  ...dashboardSettings,
  ...smsSettings,
  ...trialSettings,
  ...smppSettings,
  ...africasTalkingSettings,
});

export type Environment = Static<typeof Environment>;
