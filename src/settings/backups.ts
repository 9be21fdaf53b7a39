import { Amount, requireUrl, Secret, type SettingsOf, Text, TextOr } from './setting-types.ts';

const wrongEndpoint = 'must be an address without a path, such as https://s3.example.org';

/** For `kisima backup --to s3://bucket/prefix`. */
export const backupSettings = {
  S3_ENDPOINT: Text(
    'Where the S3 service is, such as `https://s3.eu-west-1.amazonaws.com`; by default that of Amazon in `S3_REGION`.',
    {
      pattern: '^https?://[^\\s/?#@]+/?$',
      'x-message': wrongEndpoint,
    },
  ),
  S3_REGION: TextOr('us-east-1', 'Region that requests are signed for.', {
    pattern: '^[\\w-]+$',
    'x-message': 'must be a name such as eu-west-1',
  }),
  S3_ACCESS_KEY: Text('Access key of whoever may write, list and delete there.', {
    pattern: '^[!-~]+$',
    'x-message': 'must have ASCII characters only, without spaces',
  }),
  S3_SECRET_KEY: Secret('Secret key of that access key.', {
    pattern: '^[!-~]+$',
    'x-message': 'must have ASCII characters only, without spaces',
  }),
  S3_DEADLINE_SECONDS: Amount(
    'Longest time in which a backup has to be stored there.',
    21_600,
    1,
    604_800,
  ),
};

/** @throws ConfigError where the address is none. */
export function readBackups(env: SettingsOf<typeof backupSettings>) {
  requireUrl('S3_ENDPOINT', env.S3_ENDPOINT, wrongEndpoint);
  return {
    s3: {
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      deadlineMs: env.S3_DEADLINE_SECONDS * 1000,
    },
  };
}
