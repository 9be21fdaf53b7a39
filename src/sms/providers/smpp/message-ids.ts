import type { IdForms } from './options.ts';

/** Brings the ids of answers and of receipts to one form. */
export type MessageIds = {
  /** The id of a `submit_sm_resp`, as it is stored. */
  ofAnswer: (id: string) => string;
  /** The id of a receipt, in the form that the answer had. */
  ofReceipt: (id: string) => string;
};

type Certain = Exclude<IdForms, 'auto'>;

/** How many ids of answers are remembered at least until the forms are known; a minute's worth or more. */
const remembered = 10_000;

/**
 * Many SMSCs answer `submit_sm` with a hexadecimal id and write the same id in decimal in receipts,
 * or the other way round; SMPP 3.4 leaves ids opaque (5.2.23). `hex-dec` means hexadecimal answers
 * and decimal receipts. `auto` learns the forms from the first receipt whose id was answered
 * lately in one form only, and takes them to be the same until then.
 * @param onLearned is told once what `auto` found.
 */
export function createMessageIds(
  forms: IdForms,
  onLearned: (forms: Certain) => void = () => {},
): MessageIds {
  if (forms !== 'auto') {
    return { ofAnswer: tidy, ofReceipt: (id) => inAnswerForm(tidy(id), forms) };
  }

  let learned: Certain | undefined;
  // Of two sets the older goes as a whole: a set that loses its oldest one by one is walked over what it
  // has lost each time.
  let older = new Set<string>();
  let newer = new Set<string>();
  const remember = (ref: string): void => {
    if (newer.size === remembered) [older, newer] = [newer, new Set()];
    newer.add(ref);
  };
  const isKnown = (ref: string | undefined) =>
    ref !== undefined && (newer.has(ref) || older.has(ref));
  return {
    ofAnswer: (id) => {
      const ref = tidy(id);
      if (!learned && ref !== '') remember(ref);
      return ref;
    },
    ofReceipt: (id) => {
      const ref = tidy(id);
      if (learned) return inAnswerForm(ref, learned);
      const fitting = allForms.filter((each) => isKnown(toAnswerForm(ref, each)));
      const [found = 'same'] = fitting;
      if (fitting.length === 1) {
        learned = found;
        older.clear();
        newer.clear();
        onLearned(found);
      }
      return inAnswerForm(ref, found);
    },
  };
}

const allForms: Certain[] = ['same', 'hex-dec', 'dec-hex'];

/** Ids are compared without regard to case and to zeros in front. */
function tidy(id: string): string {
  const text = id.trim().toLowerCase();
  return text.startsWith('0') && /^[0-9a-f]+$/.test(text) ? text.replace(/^0+(?=.)/, '') : text;
}

function inAnswerForm(ref: string, forms: Certain): string {
  return toAnswerForm(ref, forms) ?? ref;
}

/** Undefined where a receipt's id cannot be of those forms. */
function toAnswerForm(ref: string, forms: Certain): string | undefined {
  if (forms === 'same') return ref;
  if (forms === 'hex-dec') return /^\d+$/.test(ref) ? BigInt(ref).toString(16) : undefined;
  return /^[0-9a-f]+$/.test(ref) ? BigInt(`0x${ref}`).toString(10) : undefined;
}
