import { effect } from '@preact/signals';
import { lastEnd, token } from '../api/session.ts';
import { profile } from './profile.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;
/** `form` distinguishes forms with the same fields, of two sensors for instance, by their `data-of`. */
type TypedField = { name: string; form: string | undefined; value: string };
type Typed = { url: string; userId: string; fields: TypedField[] };

const controls = 'main form textarea[name], main form input[name]';
const ofText = ['text', 'email', 'tel', 'url', 'number', 'search', 'textarea'];
/** Time after which a screen that has not appeared is taken for another one. */
const longestWaitMs = 10_000;

let kept: Typed | undefined;
let lastUserId: string | undefined;
/** Fields written by the person; others hold values of the screen. */
const touched = new WeakSet<EventTarget>();
document.addEventListener('input', ({ isTrusted, target }) => {
  if (isTrusted && target) touched.add(target);
});

effect(() => {
  lastUserId = profile.value?.user.id ?? lastUserId;
});

// Runs at once, while the screen still exists.
effect(() => {
  if (token.value !== undefined) return;
  if (lastEnd.peek() === 'expired') keepTyped();
  else kept = undefined;
});

/** Keeps typed and unsent text when a session expires, but no passwords. */
function keepTyped(): void {
  const fields = [...document.querySelectorAll<Control>(controls)]
    .filter((each) => isPlain(each) && touched.has(each))
    .map((each) => ({ name: each.name, form: formOf(each), value: each.value }));
  if (lastUserId === undefined || fields.length === 0) return;
  kept = { url: urlNow(), userId: lastUserId, fields };
}

/**
 * Restores kept text once the same person is on the same screen.
 * @returns a function that ends the wait.
 */
export function putTypedBack(userId: string | undefined): (() => void) | undefined {
  if (!kept || kept.userId !== userId || kept.url !== urlNow()) return undefined;
  const waiting = new Set(kept.fields);
  const put = () => {
    for (const control of document.querySelectorAll<Control>(controls)) {
      const field = [...waiting].find(
        ({ name, form }) => name === control.name && form === formOf(control),
      );
      if (!field || !isPlain(control)) continue;
      waiting.delete(field);
      touched.add(control);
      // The screen kept the text itself.
      if (control.value === field.value) continue;
      control.value = field.value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (waiting.size === 0) stop();
  };
  const observer = new MutationObserver(put);
  const timer = setTimeout(() => stop(), longestWaitMs);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    if (waiting.size === 0) kept = undefined;
  };
  observer.observe(document.body, { childList: true, subtree: true });
  put();
  return stop;
}

function formOf({ form }: Control): string | undefined {
  return form?.dataset['of'];
}

/** False for passwords, which are text fields while shown. */
function isPlain({ type, autocomplete }: Control): boolean {
  return ofText.includes(type) && !autocomplete.includes('password');
}

function urlNow(): string {
  return location.pathname + location.search;
}
