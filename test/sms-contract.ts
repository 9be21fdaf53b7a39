/** Statements of document 2 about one field of a request. */
type Field = {
  type: 'string' | 'integer' | 'array';
  required?: true;
  /** A field of ours in whose company a required one is left out. */
  unless?: string;
  /** Characters, or entries. */
  most?: number;
};

/** One row of document 2, section 4, with its request and response of section 2. */
export type SmsOperation = {
  route: `${'GET' | 'POST'} /v1/sms/${string}`;
  fields: Record<string, Field>;
  /** Fields of ours, each settled in docs/api/sms.md. */
  additions: string[];
  success: number;
  answers: Record<string, 'boolean' | 'integer' | 'string'>;
  /** The failure statuses of its row; 401 and 403 hold for all (section 5). */
  failures: number[];
};

/** Section 2, "Single message request". */
const message = { type: 'string', required: true, most: 918 } as const;
const scheduled_at = { type: 'string' } as const;

export const smsContract: SmsOperation[] = [
  {
    route: 'GET /v1/sms/balance',
    fields: {},
    additions: [],
    success: 200,
    answers: { success: 'boolean', balance: 'integer', quota: 'integer', used: 'integer' },
    failures: [401, 403, 429],
  },
  {
    route: 'POST /v1/sms/send',
    fields: { to: { type: 'string', required: true }, message, scheduled_at },
    additions: ['class', 'reference', 'sender', 'smart_encoding'],
    success: 200,
    answers: { success: 'boolean', message_id: 'string', balance: 'integer', message: 'string' },
    failures: [400, 402, 429],
  },
  {
    route: 'POST /v1/sms/bulk',
    fields: {
      to: { type: 'array', most: 10_000 },
      group_id: { type: 'integer' },
      message: { ...message, unless: 'messages' },
      campaign: { type: 'string', most: 100 },
      scheduled_at,
    },
    additions: ['class', 'dry_run', 'messages', 'sender', 'smart_encoding'],
    success: 202,
    answers: {
      success: 'boolean',
      job_id: 'integer',
      queued: 'integer',
      balance: 'integer',
      message: 'string',
    },
    failures: [400, 402, 429],
  },
];

/**
 * Own additions: the rooms of programs once more for the account's owner, with the bearer token, and a
 * list that programs do not have. Each row names the operation that it repeats.
 */
export const ownerContract: { route: string; repeats?: string }[] = [
  { route: 'POST /v1/account/sms/send', repeats: 'POST /v1/sms/send' },
  { route: 'POST /v1/account/sms/bulk', repeats: 'POST /v1/sms/bulk' },
  { route: 'GET /v1/account/sms/messages', repeats: 'GET /v1/sms/messages' },
  ...['GET', 'DELETE'].flatMap((method) =>
    ['messages/{message_id}', 'jobs/{job_id}'].map((path) => ({
      route: `${method} /v1/account/sms/${path}`,
      repeats: `${method} /v1/sms/${path}`,
    })),
  ),
  {
    route: 'GET /v1/account/sms/jobs/{job_id}/rejected',
    repeats: 'GET /v1/sms/jobs/{job_id}/rejected',
  },
  { route: 'GET /v1/account/sms/jobs' },
  { route: 'GET /v1/account/sms/sums' },
  { route: 'GET /v1/account/sms/days' },
];

/** Sections 5 and 7: what every failure body has, and more where the table says so. */
export const failureBodies: Record<number, { error?: string; carries?: string }> = {
  400: {},
  401: { error: 'API key required' },
  402: { carries: 'balance' },
  403: { error: 'Invalid or revoked API key' },
  429: { carries: 'retry_after' },
};

/** Section 8. */
export const requestsPerMinute = 60;
