import { phoneOfNetwork } from '../../../../kit/text/phone.ts';
import type { Receipt } from '../../provider.ts';
import type { ShortMessage } from '../pdu/pdu.ts';
import { numberOf, octetsOf, tags, textOf } from '../pdu/tlvs.ts';
import { decodeText } from './inbound-text.ts';

/** A delivery receipt, its id as the SMSC wrote it. */
export type SmppReceipt = {
  id: string;
  status: Receipt['status'];
  error: string | null;
  to?: string;
};

/** The fault of a receipt: it names no message, or an unknown state. */
export type UnreadReceipt = { kind: 'receipt' | 'receipt_state'; form: string };

/**
 * True if a `deliver_sm` is about a message of ours: by its ESM class (SMPP 3.4, 5.2.12: bits 2 and 5, a
 * receipt or an intermediate notification, or both as some write) or by a TLV that only such a message has
 * (5.3.2.12 and 5.3.2.35). Never by its text alone, as anyone with a phone can write that. An acknowledgement by the
 * other side (bit 3), which no phone writes, is one where its text is a receipt's.
 */
export function isReceipt(message: ShortMessage): boolean {
  const { esmClass, tlvs } = message;
  if ((esmClass & 0x24) !== 0 || tlvs.some(({ tag }) => receiptTags.has(tag))) return true;
  if ((esmClass & 0x3c) !== 0x08) return false;
  const { id, stat } = readFields(message);
  return id !== undefined && stateOf(stat ?? '') !== undefined;
}

const receiptTags: ReadonlySet<number> = new Set([tags.receipted_message_id, tags.message_state]);

type State = { status: Receipt['status']; name: string };

/** `message_state` (5.2.28) and its names in a receipt's text (appendix B). */
const states: Record<number, State> = {
  0: { status: 'pending', name: 'SCHEDULED' },
  1: { status: 'pending', name: 'ENROUTE' },
  2: { status: 'delivered', name: 'DELIVRD' },
  3: { status: 'expired', name: 'EXPIRED' },
  4: { status: 'failed', name: 'DELETED' },
  5: { status: 'undelivered', name: 'UNDELIV' },
  6: { status: 'pending', name: 'ACCEPTD' },
  // The SMSC has lost sight of it: it may have arrived.
  7: { status: 'undelivered', name: 'UNKNOWN' },
  8: { status: 'failed', name: 'REJECTD' },
  // SMPP 5.0, 4.7.15.
  9: { status: 'undelivered', name: 'SKIPPED' },
};

/** Not in the specification, and written by SMSCs all the same. */
const otherStates: State[] = [
  { status: 'undelivered', name: 'FAILED' },
  { status: 'pending', name: 'BUFFERED' },
];

/** By their first five letters, since many an SMSC spells the rest out or shortens it: `DELIVERED`. */
const statesByName = new Map(
  [...Object.values(states), ...otherStates].map((state) => [shorten(state.name), state]),
);

function shorten(name: string): string {
  return name.toUpperCase().slice(0, 5);
}

/** Reads a receipt, its TLVs before its text. */
export function readReceipt(message: ShortMessage): SmppReceipt | UnreadReceipt {
  const { tlvs } = message;
  const fields = readFields(message);
  const id = textOf(tlvs, tags.receipted_message_id) || fields.id;
  const number = numberOf(tlvs, tags.message_state);
  const state = surer(states[number ?? -1], stateOf(fields.stat ?? ''));
  if (!id) return { kind: 'receipt', form: 'no id' };
  if (!state) return { kind: 'receipt_state', form: nameForm(fields.stat ?? number) };

  const to = phoneOfNetwork(message.source.address) ?? phoneOfNetwork(message.destination.address);
  return {
    id,
    status: state.status,
    error: errorOf(state, networkError(message) ?? fields.err),
    ...(to !== undefined && { to }),
  };
}

/** The state of the TLV, but for one that is not the end where the text knows the end. */
function surer(ofTlv: State | undefined, ofText: State | undefined): State | undefined {
  const isEnd = ofText !== undefined && ofText.status !== 'pending';
  return ofTlv === undefined || (ofTlv.status === 'pending' && isEnd) ? ofText : ofTlv;
}

/** Finds a state by its name or, as some write, by its number. */
function stateOf(stat: string): State | undefined {
  return /^\d{1,3}$/.test(stat) ? states[Number(stat)] : statesByName.get(shorten(stat));
}

/** A state as it may be logged: a short word or a number, not any text in its place. */
function nameForm(stat: string | number | undefined): string {
  if (stat === undefined || stat === '') return 'no state';
  return /^[A-Za-z_-]{1,20}$|^\d{1,3}$/.test(String(stat)) ? String(stat).toUpperCase() : 'other';
}

function errorOf({ status, name }: State, code: string | undefined): string | null {
  if (status === 'delivered' || status === 'pending') return null;
  return code && !/^0*$/.test(code) ? `${name}, error ${code}` : name;
}

/** `network_error_code` (5.3.2.31): the kind of network, then two octets of the code itself. */
function networkError({ tlvs }: ShortMessage): string | undefined {
  const [, high, low] = octetsOf(tlvs, tags.network_error_code) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return String(high * 256 + low).padStart(3, '0');
}

/**
 * Reads the fields of a receipt's text: ASCII whatever the SMSC's alphabet, or UCS-2, which some SMSCs say of
 * ASCII too.
 */
function readFields({ shortMessage, dataCoding, tlvs }: ShortMessage): ReceiptFields {
  const isText = shortMessage.some((octet) => octet !== 0);
  const octets = isText ? shortMessage : octetsOf(tlvs, tags.message_payload);
  const read = (coding: number) => readReceiptText(textOfReceipt(octets, coding));
  const fields = dataCoding === 8 ? read(8) : read(3);
  return dataCoding === 8 && fields.id === undefined ? read(3) : fields;
}

/** NULs only separate, and 0x11 is the `_` of an id that was written in GSM after all. */
function textOfReceipt(octets: Uint8Array = new Uint8Array(), dataCoding: number): string {
  const text = decodeText(octets, dataCoding, 'ascii');
  return text.replaceAll('\0', ' ').replaceAll('\x11', '_');
}

type ReceiptFields = {
  id?: string | undefined;
  stat?: string | undefined;
  err?: string | undefined;
};

/**
 * Reads `id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…` in any order and case, with
 * spaces, commas, semicolons or bars in between, or with `=` for the colons.
 * `text` holds the beginning of the message, which may look like any of the fields: what stands
 * before it counts first, and of what stands behind it the last.
 */
export function readReceiptText(text: string): ReceiptFields {
  const start = text.search(textLabel);
  const before = start < 0 ? text : text.slice(0, start);
  const behind = start < 0 ? '' : text.slice(start + 'text:'.length);
  const field = (label: RegExp) => {
    const [first] = before.matchAll(label);
    return (first ?? [...behind.matchAll(label)].at(-1))?.[1];
  };
  return { id: field(idLabel), stat: field(statLabel), err: field(errLabel) };
}

const textLabel = /\btext[:=]/i;
const idLabel = /(?<![\w-])id[:=] ?([^\s,;|]+)/gi;
const statLabel = /(?<![\w-])stat[:=] ?([^\s,;|]+)/gi;
const errLabel = /(?<![\w-])err[:=] ?([^\s,;|]+)/gi;
