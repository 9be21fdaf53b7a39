import { tidyId, toAnswerForm } from '../../id-forms.ts';
import type { Receipt } from '../../provider.ts';
import type { IdForms } from '../options.ts';

/** Brings the ids of answers and of receipts to the form in which they are stored. */
export type MessageIds = {
  /** The id of a `submit_sm_resp`. */
  ofAnswer: (id: string) => string;
  /** The id of a receipt, in the form of the answer where that is known. */
  ofReceipt: (id: string) => Pick<Receipt, 'ref' | 'anyForm'>;
};

/** With `auto`, the form is found among the stored ids when the receipt is matched. */
export function createMessageIds(forms: IdForms): MessageIds {
  return {
    ofAnswer: tidyId,
    ofReceipt: (id) => {
      const ref = tidyId(id);
      return forms === 'auto' ? { ref, anyForm: true } : { ref: toAnswerForm(ref, forms) ?? ref };
    },
  };
}
