import type { Tlv } from './tlvs.ts';

/** The commands of SMPP 3.4 (section 5.1.2.1) that the two sides of a session use. */
export const commandIds = {
  generic_nack: 0x8000_0000,
  bind_receiver: 0x01,
  bind_receiver_resp: 0x8000_0001,
  bind_transmitter: 0x02,
  bind_transmitter_resp: 0x8000_0002,
  submit_sm: 0x04,
  submit_sm_resp: 0x8000_0004,
  deliver_sm: 0x05,
  deliver_sm_resp: 0x8000_0005,
  unbind: 0x06,
  unbind_resp: 0x8000_0006,
  bind_transceiver: 0x09,
  bind_transceiver_resp: 0x8000_0009,
  enquire_link: 0x15,
  enquire_link_resp: 0x8000_0015,
  data_sm_resp: 0x8000_0103,
} as const;

/** Only ever received: some SMSCs deliver with it (section 4.7.1). */
export const dataSmId = 0x103;

export const headerSize = 16;

/** An address with its type of number and numbering plan (sections 5.2.5 and 5.2.6). */
export type Address = { ton: number; npi: number; address: string };

/** The fields of `submit_sm` and `deliver_sm` (sections 4.4.1 and 4.6.1). */
export type ShortMessage = {
  serviceType: string;
  source: Address;
  destination: Address;
  esmClass: number;
  protocolId: number;
  priority: number;
  scheduleDeliveryTime: string;
  validityPeriod: string;
  registeredDelivery: number;
  replaceIfPresent: number;
  dataCoding: number;
  defaultMessageId: number;
  /** At most 254 octets, a user data header included. */
  shortMessage: Uint8Array;
  tlvs: Tlv[];
};

/** What a session is bound for: to deliver, to submit, or both (section 2.2). */
export type BindKind = 'receiver' | 'transmitter' | 'transceiver';

/** The fields of a client's bind (sections 4.1.1, 4.1.3 and 4.1.5). */
export type Bind = {
  systemId: string;
  password: string;
  systemType: string;
  interfaceVersion: number;
  addressTon: number;
  addressNpi: number;
  addressRange: string;
};

type Plain = 'generic_nack' | 'unbind' | 'unbind_resp' | 'enquire_link' | 'enquire_link_resp';

type Body =
  | { command: Plain }
  | ({ command: `bind_${BindKind}` } & Bind)
  | { command: `bind_${BindKind}_resp`; systemId: string }
  | ({ command: 'submit_sm' | 'deliver_sm' } & ShortMessage)
  | {
      command: 'submit_sm_resp';
      messageId: string;
      /** The SMSC's own words about the status (`additional_status_info_text`). */
      words?: string;
    }
  | { command: 'deliver_sm_resp' | 'data_sm_resp'; messageId: string };

/** A PDU that we know how to read and write. */
export type Pdu = { status: number; sequence: number } & Body;

/** A `data_sm`, which carries its text in TLVs alone. */
export type DataSm = { command: 'data_sm'; status: number; sequence: number } & ShortMessage;

/** A PDU of a command that we do not speak; its body is left alone. */
export type ForeignPdu = { command: 'foreign'; id: number; status: number; sequence: number };

export const isResponseId = (id: number) => id >= 0x8000_0000;

/** The PDUs of a server that want no answer, though they are no answers: outbind, alert_notification. */
const unanswered = new Set([0x0b, 0x102]);

export const wantsAnswer = (id: number) => !isResponseId(id) && !unanswered.has(id);
