import type { Generated } from 'kysely';

/** Tables of people; conventions as in `tables.ts`. */
export type AccountTables = {
  users: UsersTable;
  sessions: SessionsTable;
  program_tokens: ProgramTokensTable;
  known_devices: KnownDevicesTable;
  password_resets: PasswordResetsTable;
  phone_codes: PhoneCodesTable;
  second_factors: SecondFactorsTable;
  second_factor_uses: SecondFactorUsesTable;
  recovery_codes: RecoveryCodesTable;
  throttles: ThrottlesTable;
  audit_entries: AuditEntriesTable;
};

export type UsersTable = {
  id: Generated<number>;
  email: string;
  /** The e-mail in lower case, for comparison. */
  email_key: string;
  full_name: string | null;
  timezone: string;
  password_hash: string;
  /** `user` or `admin`. */
  role: Generated<string>;
  /** Of the person's screens: `en` or `sw`. */
  language: Generated<string>;
  /** 1 once the person chose it. */
  language_chosen: Generated<number>;
  /** Price that the person pays for 1,000 litres of water, in shillings; null while it is not stated. */
  water_price: Generated<number | null>;
  /** Verified number by which the person signs in, `254XXXXXXXXX`, of one account at most; null without one. */
  phone: Generated<string | null>;
  created_at: number;
};

/** One row for each token that was issued: a token is good while its row is, and no longer. */
export type SessionsTable = {
  id: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  /** Instant of the last request with it, give or take an hour. */
  last_seen_at: number;
  /** Address and program from which it was opened. */
  address: string | null;
  user_agent: string | null;
};

/** Tokens by which programs act for a person, until they are revoked. */
export type ProgramTokensTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** `read` or `operate`. */
  scope: string;
  /** Ids of the only devices it is for, as JSON; null for all that the person sees. */
  device_ids: string | null;
  prefix: string;
  token_hash: string;
  created_at: number;
  /** Instant of the last request with it, give or take an hour. */
  last_used_at: number | null;
  revoked_at: number | null;
};

/** Browsers and programs from which an account has signed in: sign-ins from these raise no account notice. */
type KnownDevicesTable = {
  user_id: number;
  /** Hash of what tells the browser or program from others. */
  mark: string;
  seen_at: number;
};

/** At most one open reset for each user. */
export type PasswordResetsTable = {
  user_id: number;
  token_hash: string;
  expires_at: number;
};

/** At most one code that was sent by SMS for each user and purpose. */
export type PhoneCodesTable = {
  user_id: number;
  /** `verify` a number to sign in by, or `reset` the password. */
  purpose: string;
  /** Number that it was sent to. */
  phone: string;
  code_hash: string;
  /** 0 once it is known that it was not sent. */
  sent_at: number;
  expires_at: number;
  tries_left: number;
};

/** Second factors of accounts that have two-step sign-in or are about to. */
export type SecondFactorsTable = {
  user_id: number;
  /** The key of the time-based codes, encrypted. */
  sealed_secret: string;
  started_at: number;
  /** Null until a code has shown that the owner's phone knows the key; only then is it asked for. */
  confirmed_at: number | null;
};

/** Codes that have been used, by their time step: none is good twice. */
type SecondFactorUsesTable = {
  user_id: number;
  step: number;
};

/** Recovery codes that have not been used yet. */
type RecoveryCodesTable = {
  user_id: number;
  code_hash: string;
};

/** Attempts of strangers in a period; on PostgreSQL only, where several processes count. */
type ThrottlesTable = {
  /** Name of the count, and SHA-256 of what is counted. */
  key: string;
  points: number;
  expire: number | null;
};

/** Actions of administrators and operators, and of people at devices. Append-only, but for its retention. */
export type AuditEntriesTable = {
  id: Generated<number>;
  /** The person; null where it was done at the terminal. E-mails are as they were then. */
  actor_id: number | null;
  actor: string | null;
  action: string;
  account_id: number | null;
  account: string | null;
  /** The device that it was done to; null for what administrators do. */
  device_id: number | null;
  /** Network address; null at the terminal. */
  address: string | null;
  /** JSON object, without secrets. */
  facts: string;
  created_at: number;
};
