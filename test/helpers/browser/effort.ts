import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** What a person has done with a page since it was opened: taps, and the fields that were typed into. */
export type Effort = {
  tap: (target: Locator) => Promise<void>;
  /** Types into a field, and taps it first unless it waits for the keyboard already. */
  enter: (field: Locator, text: string) => Promise<void>;
  /** Chooses from a short list: a tap to open it, and one to choose. */
  choose: (field: Locator, label: string) => Promise<void>;
  assertAtMost: (most: { taps: number; fields: number }) => void;
};

/** Time within which a field that needs no tap has the keyboard. */
const focusMs = 1000;

/** Counts a person's effort in the page itself, whatever a test calls it. */
export async function countEffort(page: Page): Promise<Effort> {
  let taps = 0;
  const fields = new Set<string>();
  await page.exposeFunction('noteTap', (count: number) => {
    taps += count;
  });
  await page.exposeFunction('noteField', (name: string) => fields.add(name));
  await page.addInitScript(`
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && noteTap(1), true);
    addEventListener('input', ({ isTrusted, target }) => {
      const isTyped = target.matches('textarea, input:not([type=radio], [type=checkbox])');
      if (isTrusted && isTyped) noteField(location.pathname + ' ' + target.name);
    }, true);
  `);
  return {
    tap: (target) => target.click(),
    enter: async (field, text) => {
      const isReady = field.and(page.locator(':focus')).waitFor({ timeout: focusMs });
      await isReady.catch(() => field.click());
      await page.keyboard.insertText(text);
      assert.equal(await field.inputValue(), text);
    },
    choose: async (field, label) => {
      taps += 2;
      await field.selectOption({ label });
    },
    assertAtMost: (most) => {
      const found = { taps, fields: fields.size };
      const isWithin = found.taps <= most.taps && found.fields <= most.fields;
      assert.ok(isWithin, `${JSON.stringify(found)}: ${[...fields]}`);
    },
  };
}
