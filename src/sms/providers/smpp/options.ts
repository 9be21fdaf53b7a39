import type { IdForm } from '../id-forms.ts';

/** Which of its forms an SMSC writes message ids in; `auto` finds it out. */
export type IdForms = 'auto' | IdForm;

/** How to reach an SMSC, and how hard to drive it. */
export type SmppOptions = {
  host: string;
  port: number;
  /** TLS with the certificate checked; `ca` names a private authority, PEM. */
  tls: boolean;
  ca?: string;
  systemId: string;
  password: string;
  systemType: string;
  /** Connections that are bound at once. */
  sessions: number;
  /** Most submits without an answer, for each session. */
  window: number;
  /** Most parts a second over all sessions together; 0 sets no limit. */
  throughput: number;
  /** For messages that name no sender; without it the SMSC uses its own. */
  sender?: string | undefined;
  /** Its type of number and its numbering plan; by its look where they are absent. */
  senderTon?: number | undefined;
  senderNpi?: number | undefined;
  ids: IdForms;
  /** How long an answer may take, in milliseconds. */
  responseMs: number;
  /** How long connecting and binding may take, in milliseconds. */
  connectMs: number;
  /** How long a message may wait for room before it is given back, in milliseconds. */
  queueMs: number;
  /** After so long a silence the SMSC is asked whether it is there, in milliseconds. */
  enquireMs: number;
};
