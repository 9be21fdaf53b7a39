import type { Trx } from '../../message.ts';
import { type IdForm, phoneRef } from '../../providers/id-forms.ts';
import type { EarlyReceipt } from './early-receipt-queries.ts';
import {
  type Candidate,
  type FormScores,
  knownForm,
  learnForms,
  matchByPhone,
  matchReceipt,
  spellingsOf,
  type Unmatched,
} from './match-receipt.ts';
import { findCandidates, findFormScores, saveFormScores } from './receipt-queries.ts';

type Finding = {
  /** The message and id of each receipt, in order; undefined where it has no message yet. */
  matches: (Pick<Candidate, 'ref' | 'user_id' | 'message_id'> | undefined)[];
  learnt: { provider: string; form: IdForm }[];
};

/** Finds the messages that receipts speak of among those that are stored, and learns from it. */
export async function findMessages(
  trx: Trx,
  receipts: EarlyReceipt[],
  now: number,
): Promise<Finding> {
  const unmatched = receipts.map(toUnmatched);
  const lookups = unmatched.flatMap((each, receipt) =>
    [...spellingsOf(each).keys(), phoneRef(each.phone)].map((ref) => ({
      receipt,
      provider: receipts[receipt]?.provider ?? '',
      ref,
    })),
  );
  const found = Map.groupBy(await findCandidates(trx, { lookups }), ({ receipt }) => receipt);
  const scores = await readScores(trx, receipts);
  const seen = new Map<string, IdForm[]>();
  const matches = unmatched.map((each, index) => {
    const provider = receipts[index]?.provider ?? '';
    const known = knownForm(scores.get(provider) ?? {});
    const candidates = Map.groupBy(
      found.get(index) ?? [],
      ({ ref }) => ref === phoneRef(each.phone),
    );
    const match =
      matchReceipt(each, candidates.get(false) ?? [], known, now) ??
      matchByPhone(
        each,
        (candidates.get(true) ?? []).filter(({ is_open }) => is_open === 1),
        now,
      );
    const form = match && formOf(each, match);
    if (form) seen.set(provider, [...(seen.get(provider) ?? []), form]);
    return match && { ref: match.ref, user_id: match.user_id, message_id: match.message_id };
  });
  return { matches, learnt: await learn(trx, scores, seen) };
}

async function readScores(trx: Trx, receipts: EarlyReceipt[]): Promise<Map<string, FormScores>> {
  const asked = receipts.filter(({ any_form }) => any_form === 1).map(({ provider }) => provider);
  return asked.length === 0 ? new Map() : await findFormScores(trx, [...new Set(asked)]);
}

/** Returns the provider's form that the match of a receipt shows; nothing where all forms are alike. */
function formOf(receipt: Unmatched, { ref }: Candidate): IdForm | undefined {
  const forms = receipt.anyForm ? (spellingsOf(receipt).get(ref) ?? []) : [];
  return forms.length === 1 ? forms[0] : undefined;
}

async function learn(
  trx: Trx,
  scores: Map<string, FormScores>,
  seen: Map<string, IdForm[]>,
): Promise<Finding['learnt']> {
  const learnt: Finding['learnt'] = [];
  for (const [provider, forms] of seen) {
    const before = scores.get(provider) ?? {};
    const after = learnForms(before, forms);
    if (isEqual(before, after)) continue;
    await saveFormScores(trx, provider, after);
    const form = knownForm(after);
    if (form && form !== knownForm(before)) learnt.push({ provider, form });
  }
  return learnt;
}

function isEqual(before: FormScores, after: FormScores): boolean {
  return Object.entries(after).every(([form, score]) => before[form as IdForm] === score);
}

function toUnmatched(receipt: EarlyReceipt): Unmatched {
  const { ref, any_form, phone, other_phone, received_at } = receipt;
  const phones = { phone, otherPhone: other_phone };
  return { ref, anyForm: any_form === 1, ...phones, receivedAt: received_at };
}
