import type { IdForm } from '../id-forms.ts';
import type { Alphabet } from './alphabet.ts';
import type { ValidityForm } from './validity.ts';

/** The form in which an SMSC writes message ids; `auto` finds it out. */
export type IdForms = 'auto' | IdForm;

/** What a session binds as; `auto` asks for a transceiver, and for the other two where it is refused. */
export type BindForm = 'auto' | 'transceiver' | 'transmitter-receiver';

/**
 * How a text longer than one part goes: in parts behind user data headers or with `sar_` TLVs, or whole in
 * `message_payload`.
 */
export type LongTexts = 'udh' | 'sar' | 'payload';

/** The address of an SMSC, and its limits. */
export type SmppOptions = {
  host: string;
  port: number;
  /** TLS with the certificate checked; `ca` names a private authority, PEM. */
  tls: boolean;
  ca?: string;
  systemId: string;
  password: string;
  systemType: string;
  bind: BindForm;
  /** Transceivers, or pairs of a transmitter and a receiver, that are bound at once. */
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
  serviceType: string;
  /** Type of number and numbering plan of the phones, which are written as `254XXXXXXXXX`. */
  destinationTon: number;
  destinationNpi: number;
  alphabet: Alphabet;
  longTexts: LongTexts;
  validity: ValidityForm;
  /** Longest validity period, in milliseconds; a message has its own where that is shorter. */
  longestValidityMs: number;
  ids: IdForms;
  /** Command statuses that say that there is no credit left at the SMSC. */
  noCreditStatuses?: readonly number[];
  /** Command statuses, beside the specification's, that say that messages come too fast. */
  throttledStatuses?: readonly number[];
  /** Longest wait for an answer, in milliseconds. */
  responseMs: number;
  /** Longest time of connecting and binding, in milliseconds. */
  connectMs: number;
  /** Longest wait of a message for room before it is given back, in milliseconds. */
  queueMs: number;
  /** Silence after which the SMSC is sent `enquire_link`, in milliseconds. */
  enquireMs: number;
};
