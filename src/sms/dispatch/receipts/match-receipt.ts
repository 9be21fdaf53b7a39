import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import {
  type IdForm,
  idForms,
  otherUuid,
  toAnswerForm,
  toReceiptForm,
} from '../../providers/id-forms.ts';

export type Unmatched = {
  ref: string;
  /** True if the id may be written in another form than in the answer. */
  anyForm: boolean;
  /** `254XXXXXXXXX`; empty where the receipt names no phone. */
  phone: string;
  /** Its other number, which may be the message's phone in its place; empty where that is no phone. */
  otherPhone: string;
  receivedAt: number;
};

/** A message that a provider knows by an id that the receipt may mean. */
export type Candidate = {
  ref: string;
  user_id: number;
  message_id: number;
  phone: string;
  sent_at: number | null;
};

/** Longest delay of the answer to a message after its receipt. */
export const responseMs = minuteMs;
/** Delay after a receipt within which the answer to its message is stored, nearly always. */
const usualResponseMs = 1000;
/** A message that was sent so long before cannot be meant: it would have expired. */
const longestWayMs = 7 * dayMs;
/** A message that was sent so long after a receipt came is not the one that it means. */
const longestLeadMs = 10 * minuteMs;
/** Ids of so many characters are no small counter's: in two forms they do not meet by chance. */
const longId = 8;

/** The ids of answers that a receipt's id may mean, each with the forms in which it does. */
export function spellingsOf({ ref, anyForm }: Pick<Unmatched, 'ref' | 'anyForm'>) {
  const spellings = new Map<string, IdForm[]>();
  for (const form of anyForm ? idForms : (['same'] as const)) {
    const spelling = toAnswerForm(ref, form);
    if (spelling === undefined) continue;
    spellings.set(spelling, [...(spellings.get(spelling) ?? []), form]);
  }
  const uuid = otherUuid(ref);
  if (uuid !== undefined) spellings.set(uuid, ['same']);
  return spellings;
}

/** Returns the ids of receipts that may mean an answer with this one. */
export function receiptSpellingsOf(ref: string): string[] {
  const spellings = idForms.map((form) => toReceiptForm(ref, form));
  return [...new Set([...spellings, otherUuid(ref)].filter((each) => each !== undefined))];
}

/**
 * Finds the message of a receipt: one with its id and its phone. Where the id may be written in several
 * forms, the known form counts; another one only after a while, in which the answer that the receipt
 * belongs to would have come. Until a form is known, just one may fit.
 * @param known the form that this provider has kept to.
 * @returns undefined where there is none, or not yet.
 */
export function matchReceipt(
  receipt: Unmatched,
  candidates: Candidate[],
  known: IdForm | undefined,
  now: number,
): Candidate | undefined {
  const spellings = spellingsOf(receipt);
  const fitting = candidates.filter((each) => fits(receipt, each, now));
  const areSame = [...spellings.values()].every((forms) => forms.includes('same'));
  if (areSame) return newest(fitting);

  const isOf = (form: IdForm) => (each: Candidate) => spellings.get(each.ref)?.includes(form);
  const ageMs = Math.max(0, now - receipt.receivedAt);
  if (known) {
    const expected = newest(fitting.filter(isOf(known)));
    if (expected || ageMs < responseMs) return expected;
  }
  const isShort = receipt.ref.length < longId;
  if (isShort && (receipt.phone === '' || ageMs < usualResponseMs)) return undefined;
  return new Set(fitting.map(({ ref }) => ref)).size === 1 ? newest(fitting) : undefined;
}

/**
 * Finds the message of a receipt that no id fits: the only open one to its phone that was taken without an
 * id. Only after a while, in which an answer with that id would have come.
 */
export function matchByPhone(
  receipt: Unmatched,
  open: Candidate[],
  now: number,
): Candidate | undefined {
  if (receipt.phone === '' || now - receipt.receivedAt < usualResponseMs) return undefined;
  const fitting = open.filter((each) => fits(receipt, each, now));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function fits(receipt: Unmatched, candidate: Candidate, now: number): boolean {
  const { phone, otherPhone, receivedAt } = receipt;
  if (phone !== '' && candidate.phone !== phone && candidate.phone !== otherPhone) return false;
  const sentAt = candidate.sent_at ?? receivedAt;
  if (sentAt < receivedAt - longestWayMs) return false;
  return now - receivedAt < longestLeadMs || sentAt <= receivedAt + longestLeadMs;
}

function newest(candidates: Candidate[]): Candidate | undefined {
  const [first] = candidates.toSorted(
    (a, b) => (b.sent_at ?? 0) - (a.sent_at ?? 0) || b.message_id - a.message_id,
  );
  return first;
}

/** Recent counts of a provider's receipts of each form. */
export type FormScores = Partial<Record<IdForm, number>>;

/** More would only make it longer until a form that has changed is believed. */
const surest = 20;

/** The form that was seen most often; undefined where none was, or two as often. */
export function knownForm(scores: FormScores): IdForm | undefined {
  const [first, second] = idForms
    .map((form) => ({ form, score: scores[form] ?? 0 }))
    .sort((a, b) => b.score - a.score);
  return first && first.score > (second?.score ?? 0) ? first.form : undefined;
}

/** The scores after receipts of these forms: each speaks for its form and against the others. */
export function learnForms(scores: FormScores, seen: IdForm[]): FormScores {
  const learnt = { ...scores };
  for (const each of seen) {
    for (const form of idForms) {
      const score = learnt[form] ?? 0;
      learnt[form] = form === each ? Math.min(surest, score + 1) : Math.max(0, score - 1);
    }
  }
  return learnt;
}
