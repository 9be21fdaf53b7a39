/** Who and what the rows below speak of. */
export type SmsWorld = {
  /** A bulk job of the owner, of whose entries one was left out, and one of somebody else. */
  jobId: number;
  othersJobId: number;
  /** An account that may be suspended. */
  accountId: number;
  phone: string;
};

type Ask = { query?: string; json?: object };

/** An operation of the SMS service that its document does not have. */
type SmsAddition = {
  route: string;
  /** Why it is there. */
  why: string;
  /** Who is let in; to everybody but administrators their paths do not exist. */
  auth: 'owner' | 'admin' | 'key';
  /** Parameters of path and query; `true` for those that must be there. */
  query: Record<string, boolean>;
  statuses: number[];
  params?: (world: SmsWorld) => Record<string, number>;
  /** Params of a record of somebody else, or of none: 404. */
  others?: (world: SmsWorld) => Record<string, number>;
  happy: (world: SmsWorld) => Ask;
  /** A field within its limits, on both sides, and beyond them. */
  limits: { field: string; good: Ask[]; bad: Ask[] }[];
};

const ask = (query: string): Ask => ({ query });
const times = { from: false, to: false };
const both = [400, 401, 404, 503];
/** A role may demand two-step sign-in. */
const ofAdmin = [400, 401, 403, 404, 503];

const rejected: Pick<SmsAddition, 'query' | 'params' | 'others' | 'happy' | 'limits'> = {
  query: { job_id: true, format: false, limit: false, after: false },
  params: ({ jobId }) => ({ job_id: jobId }),
  others: ({ othersJobId }) => ({ job_id: othersJobId }),
  happy: () => ({}),
  limits: [
    {
      field: 'limit',
      good: ['limit=1', 'limit=500'].map(ask),
      bad: ['limit=0', 'limit=501'].map(ask),
    },
    {
      field: 'after',
      good: ['after=0', 'after=1000000'].map(ask),
      bad: ['after=-1', 'after=1000001'].map(ask),
    },
    { field: 'format', good: ['format=json', 'format=csv'].map(ask), bad: [ask('format=xml')] },
  ],
};

const days: Pick<SmsAddition, 'query' | 'happy' | 'limits'> = {
  query: { by: false, ...times, format: false },
  happy: () => ask('from=2026-11-20&to=2026-11-21'),
  limits: [
    {
      field: 'from',
      good: ['from=2026-08-22&to=2026-11-21', 'from=2026-11-21&to=2026-11-21'].map(ask),
      bad: ['from=2026-08-21&to=2026-11-21', 'from=2026-02-30'].map(ask),
    },
    { field: 'to', good: [], bad: [ask('from=2026-11-21&to=2026-11-20')] },
    {
      field: 'by',
      good: ['by=day', 'by=network', 'by=class', 'by=network_and_class'].map(ask),
      bad: [ask('by=hour')],
    },
  ],
};

const because = (length: number): Ask => ({ json: { reason: 'x'.repeat(length) } });

export const smsAdditions: SmsAddition[] = [
  {
    route: 'GET /v1/sms/jobs/{job_id}/rejected',
    why: 'of what a bulk job left out its answer has the first hundred alone',
    auth: 'key',
    statuses: [200, 400, 401, 403, 404, 429, 503],
    ...rejected,
  },
  {
    route: 'GET /v1/account/sms/jobs/{job_id}/rejected',
    why: 'the same for the owner, whose screen of the job shows it',
    auth: 'owner',
    statuses: [200, ...both],
    ...rejected,
  },
  {
    route: 'GET /v1/account/sms/sums',
    why: 'somebody pays, and asks what for',
    auth: 'owner',
    query: { by: true, ...times, format: false },
    statuses: [200, 400, 401, 503],
    happy: () => ask('by=campaign'),
    limits: [
      {
        field: 'from',
        good: [ask('by=key&from=2025-01-01&to=2026-01-01')],
        bad: [ask('by=key&from=2025-01-01&to=2026-01-04')],
      },
      {
        field: 'by',
        good: ['by=campaign', 'by=key', 'by=sender'].map(ask),
        bad: ['', 'by=phone'].map(ask),
      },
    ],
  },
  {
    route: 'GET /v1/account/ledger/months',
    why: 'books are kept by the month',
    auth: 'owner',
    query: { limit: false, format: false },
    statuses: [200, 400, 401, 503],
    happy: () => ({}),
    limits: [
      {
        field: 'limit',
        good: ['limit=1', 'limit=24'].map(ask),
        bad: ['limit=0', 'limit=25'].map(ask),
      },
    ],
  },
  {
    route: 'GET /v1/account/sms/days',
    why: 'whether messages arrive, by network and day, is seen before anybody complains',
    auth: 'owner',
    statuses: [200, 400, 401, 503],
    ...days,
  },
  {
    route: 'GET /v1/admin/sms/days',
    why: 'the operator sees whether a network takes messages, and how soon',
    auth: 'admin',
    statuses: [200, ...ofAdmin],
    ...days,
  },
  {
    route: 'GET /v1/admin/messages',
    why: 'a person on the phone knows a number, and no account',
    auth: 'admin',
    query: {
      phone: false,
      message_id: false,
      provider_id: false,
      text: false,
      limit: false,
      before: false,
    },
    statuses: [200, ...ofAdmin],
    happy: ({ phone }) => ask(`phone=${phone}`),
    limits: [
      {
        field: 'limit',
        good: ['message_id=1&limit=1', 'message_id=1&limit=100'].map(ask),
        bad: ['message_id=1&limit=0', 'message_id=1&limit=101'].map(ask),
      },
      {
        field: 'provider_id',
        good: [1, 200].map((length) => ask(`provider_id=${'x'.repeat(length)}`)),
        bad: [0, 201].map((length) => ask(`provider_id=${'x'.repeat(length)}`)),
      },
      { field: 'message_id', good: [ask('message_id=1')], bad: [ask('message_id=0')] },
      { field: 'phone', good: [ask('phone=0712345678')], bad: [ask('phone=071234567')] },
    ],
  },
  {
    route: 'PUT /v1/admin/accounts/{id}/suspension',
    why: 'an account that is misused, or not paid for, is stopped and can be read',
    auth: 'admin',
    query: { id: true },
    statuses: [200, 400, 401, 403, 404, 413, 415, 503],
    params: ({ accountId }) => ({ id: accountId }),
    others: () => ({ id: 987_654_321 }),
    happy: () => because(20),
    limits: [{ field: 'reason', good: [1, 200].map(because), bad: [0, 201].map(because) }],
  },
  {
    route: 'DELETE /v1/admin/accounts/{id}/suspension',
    why: 'it sends again once all is settled',
    auth: 'admin',
    query: { id: true },
    statuses: [200, ...ofAdmin],
    params: ({ accountId }) => ({ id: accountId }),
    others: () => ({ id: 987_654_321 }),
    happy: () => ({}),
    limits: [],
  },
];
