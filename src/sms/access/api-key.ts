import { createMarkedSecrets } from '../../kit/marked-secrets.ts';

/** API keys of the SMS service. */
export const apiKeys = createMarkedSecrets('ksm_');
