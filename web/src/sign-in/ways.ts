import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { normalisePhone } from '../../../src/kit/text/phone.ts';
import { call } from '../api/call.ts';
import { readStored, writeStored } from '../kit/stored.ts';

const key = 'kisima.ways';

/** Whether accounts may have a phone number here; as it was at the last visit until the server says so. */
const takesPhones = signal(readStored<boolean>(key) ?? false);

/** Returns whether one may sign in by a phone number here, and asks the server. */
export function useTakesPhones(): boolean {
  useEffect(() => {
    call('GET /api/auth.php?action=sign-in-ways').then(
      ({ phone }) => {
        writeStored(key, phone);
        takesPhones.value = phone;
      },
      // Without an answer nobody signs in either; that says so itself.
      () => {},
    );
  }, []);
  return takesPhones.value;
}

/** Reads what was typed as a phone number; undefined for an e-mail and all else. */
export function phoneIn(typed: string): string | undefined {
  return normalisePhone(typed);
}
