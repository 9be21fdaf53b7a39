import type { Generated } from 'kysely';

/** The tables of people; conventions as in `tables.ts`. */
export type AccountTables = {
  users: UsersTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  password_resets: PasswordResetsTable;
  second_factors: SecondFactorsTable;
  second_factor_uses: SecondFactorUsesTable;
  recovery_codes: RecoveryCodesTable;
  throttles: ThrottlesTable;
  audit_entries: AuditEntriesTable;
};

export type UsersTable = {
  id: Generated<number>;
  email: string;
  /** The e-mail as it is compared: lower case. */
  email_key: string;
  full_name: string | null;
  timezone: string;
  password_hash: string;
  /** `user` or `admin`. */
  role: Generated<string>;
  /** Of the person's screens: `en` or `sw`. */
  language: Generated<string>;
  /** What the person pays for 1,000 litres of water, in shillings; null while it is not stated. */
  water_price: Generated<number | null>;
  created_at: number;
};

/** One row for each token that was issued: a token is good while its row is, and no longer. */
export type SessionsTable = {
  id: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  /** When a request came with it, give or take an hour. */
  last_seen_at: number;
  /** From where and by what program it was opened. */
  address: string | null;
  user_agent: string | null;
};

/** Where an account has signed in: what it is not told of again. */
type KnownDevicesTable = {
  user_id: number;
  /** A hash of what tells the browser or program from others. */
  mark: string;
  seen_at: number;
};

/** At most one open reset for each user. */
export type PasswordResetsTable = {
  user_id: number;
  token_hash: string;
  expires_at: number;
};

/** The second step of signing in, of those who have one or are about to. */
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
  /** SHA-256, in hexadecimal. */
  code_hash: string;
};

/** What strangers have tried in a period; on PostgreSQL only, where several processes count. */
type ThrottlesTable = {
  /** Name of the count, and SHA-256 of what is counted. */
  key: string;
  points: number;
  /** When the period ends. */
  expire: number | null;
};

/** What administrators and operators did, and people at devices. Append-only, but for its retention. */
export type AuditEntriesTable = {
  id: Generated<number>;
  /** Who; null where it was done at the terminal. E-mails are as they were then. */
  actor_id: number | null;
  actor: string | null;
  action: string;
  /** Whom it concerned. */
  account_id: number | null;
  account: string | null;
  /** The device that it was done to; null for what administrators do. */
  device_id: number | null;
  /** From where; null at the terminal. */
  address: string | null;
  /** JSON object, without secrets. */
  facts: string;
  created_at: number;
};
