import { call } from '../api/call.ts';
import { formText } from '../ui/form/use-action.ts';
import { browserId } from './door.tsx';

/** Makes an account of a form's fields. @returns its bearer token. */
export async function makeAccount(form: FormData): Promise<string> {
  const body = {
    email: formText(form, 'email'),
    password: formText(form, 'password'),
    full_name: formText(form, 'full_name') || null,
    browser_id: browserId(),
  };
  const { token } = await call('POST /api/auth.php?action=register', { body });
  return token;
}

/** Signs in with a form's fields. @returns the bearer token. */
export async function enterAccount(form: FormData, code: string | null): Promise<string> {
  const body = {
    email: formText(form, 'email'),
    password: formText(form, 'password'),
    browser_id: browserId(),
    code,
  };
  const { token } = await call('POST /api/auth.php?action=login', { body });
  return token;
}
