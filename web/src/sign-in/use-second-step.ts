import { useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { formText } from '../ui/form/on-submit.ts';

/** Lets a door ask for a code once the server says that the account has a second step. */
export function useSecondStep() {
  const [isAsked, setAsked] = useState(false);
  return {
    isAsked,
    /** Goes through the door with the code of the form, where there is one; or has it asked for. */
    enter: async (form: FormData, go: (code: string | null) => Promise<void>): Promise<void> => {
      try {
        await go(formText(form, 'code') || null);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'second_factor_required') throw error;
        setAsked(true);
      }
    },
  };
}
