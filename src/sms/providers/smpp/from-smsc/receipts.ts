import { phoneOfNetwork } from '../../../../kit/text/phone.ts';
import type { Receipt } from '../../provider.ts';
import { readReportWord } from '../../report-words.ts';
import { decodeLatin1 } from '../alphabet.ts';
import type { ShortMessage } from '../pdu/pdu.ts';
import { numberOf, octetsOf, tags, textOf } from '../pdu/tlvs.ts';

/** A delivery receipt, its id as the SMSC wrote it. */
export type SmppReceipt = {
  id: string;
  status: Receipt['status'];
  error: string | null;
  /** The phone, and the other number where that is one, too: `Receipt` tells. */
  to?: string;
  otherPhone?: string;
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
  return id !== undefined && stateOfText(stat ?? '') !== undefined;
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
  const number = stateNumber(numberOf(tlvs, tags.message_state));
  const state = surer(states[number ?? -1], stateOfText(fields.stat ?? ''));
  if (!id) return { kind: 'receipt', form: 'no id' };
  if (!state) return { kind: 'receipt_state', form: nameForm(fields.stat ?? number) };

  const phones = [message.source, message.destination].map(({ address }) =>
    phoneOfNetwork(address),
  );
  const [to, otherPhone] = new Set(phones.filter((each) => each !== undefined));
  return {
    id,
    status: state.status,
    error: errorOf(state, networkError(message) ?? fields.err),
    ...(to !== undefined && { to }),
    ...(otherPhone !== undefined && { otherPhone }),
  };
}

/** The state of the TLV, but for one that is not the end where the text knows the end. */
function surer(ofTlv: State | undefined, ofText: State | undefined): State | undefined {
  const isEnd = ofText !== undefined && ofText.status !== 'pending';
  return ofTlv === undefined || (ofTlv.status === 'pending' && isEnd) ? ofText : ofTlv;
}

/** The TLV's octet, which some write as a digit of text. */
function stateNumber(octet: number | undefined): number | undefined {
  return octet !== undefined && octet >= 0x30 && octet <= 0x39 ? octet - 0x30 : octet;
}

/** `Delivered to mobile network`: whatever stands in between, no phone had it. */
const isOnItsWay = /^deliver\w*[ _-]to[ _-].*(?:network|smsc|msc|hlr|gateway|operator)/i;

/** Finds the state of some words, else that of the first: what somebody wrote may stand behind it. */
function stateOfText(text: string): State | undefined {
  return stateOf(text) ?? (isOnItsWay.test(text) ? undefined : stateOf(text.split(/\s/)[0] ?? ''));
}

/** Finds a state by its name or, as some write, by its number, or by a word of their own. */
function stateOf(stat: string): State | undefined {
  if (/^\d{1,3}$/.test(stat)) return states[Number(stat)];
  const name = stat.toUpperCase().replace(/\bTHE\b|[^A-Z]/g, '');
  const status = readReportWord(name);
  // `DELIVERY_FAILED` and `DeliveredToNetwork` begin as `DELIVRD` does.
  const isOtherWord = name.startsWith('DELIVER') && status !== 'delivered';
  const known = isOtherWord ? undefined : statesByName.get(shorten(name));
  return known ?? (status && { status, name: name.slice(0, longestName) });
}

const longestName = 20;

/** A state as it may be logged: a short word or a number, not any text in its place. */
function nameForm(stat: string | number | undefined): string {
  if (stat === undefined || stat === '') return 'no state';
  return /^[A-Za-z_-]{1,20}$|^\d{1,3}$/.test(String(stat)) ? String(stat).toUpperCase() : 'other';
}

function errorOf({ status, name }: State, code: string | undefined): string | null {
  if (status === 'delivered' || status === 'pending') return null;
  return code && !/^0*$/.test(code) ? `${name}, error ${code}` : name;
}

/** `network_error_code` (5.3.2.31): the kind of network, then two octets of the code itself; a 0 says nothing. */
function networkError({ tlvs }: ShortMessage): string | undefined {
  const [, high, low] = octetsOf(tlvs, tags.network_error_code) ?? [];
  if (high === undefined || low === undefined || high + low === 0) return undefined;
  return String(high * 256 + low).padStart(3, '0');
}

/**
 * Reads the fields of a receipt's text, which are ASCII whatever the SMSC's alphabet and whatever data coding it
 * says: NULs separate fields, or are the other half of each character of UCS-2, in either order of octets.
 */
function readFields({ shortMessage, tlvs }: ShortMessage): ReceiptFields {
  const isText = shortMessage.some((octet) => octet !== 0);
  const octets = isText ? shortMessage : octetsOf(tlvs, tags.message_payload);
  // 0x11 is the `_` of an id that was written in GSM after all.
  const text = decodeLatin1(octets ?? new Uint8Array()).replaceAll('\x11', '_');
  const fields = readReceiptText(text.replaceAll('\0', ' '));
  const isRead = fields.id !== undefined || fields.stat !== undefined;
  return isRead ? fields : readReceiptText(text.replaceAll('\0', ''));
}

type ReceiptFields = {
  id?: string | undefined;
  stat?: string | undefined;
  err?: string | undefined;
};

/**
 * Reads `id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…` in any order and case, with
 * spaces, commas, semicolons, bars or `&` in between, with `=` for the colons and blanks around them, with quotes
 * around the values, or with longer names of the three fields (`message_id`, `status`, `error`).
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
  const [id, stat, err] = labels.map(([usual, longer]) => field(usual) ?? field(longer));
  return { id, stat, err };
}

const textLabel = /\btext["']?\s{0,3}[:=]/i;

/** A field without a value is followed by the name of the next one. */
const value = `["']?[{]?(?!(?:sub|dlvrd|submit date|done date|stat|err|text)["']?\\s{0,3}[:=])([^\\s,;|&"'}]+)`;

/** What may stand behind a blank in a state: `Delivered To Network` is on its way, and not `Delivered`. */
const moreOfState =
  '(?:to[ _-](?:the[ _-])?(?:network|smsc|gateway|operator|terminal|handset|phone|subscriber|device|user)|delivered|delivery|impossible|failed|failure|uncertain|pending|success|successful|successfully|waiting|subscriber|route)';
const stateValue = value.replace(
  /\)$/,
  `(?:[ _-]{1,2}${moreOfState}(?![\\w-]|\\s{0,3}[:=])){0,3})`,
);

function labelOf(names: string, pattern = value): RegExp {
  return new RegExp(`(?<![\\w-])(?:${names})["']?\\s{0,3}[:=]\\s{0,3}${pattern}`, 'gi');
}

/** The usual name of each field, and the longer ones, which count where that is absent. */
const labels = (
  [
    ['id', 'msg_?id|message_?id', value],
    ['stat', 'status|state', stateValue],
    ['err', 'error|err(?:or)?_?code', value],
  ] as const
).map(([usual, longer, pattern]) => [labelOf(usual, pattern), labelOf(longer, pattern)] as const);
