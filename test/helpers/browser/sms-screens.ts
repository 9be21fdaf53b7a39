import type { Page } from 'playwright-core';
import type { TestServer } from '../server/test-server.ts';
import { type Screen, type Visitor, visit } from './browser.ts';
import { signInAs } from './dashboard-owner.ts';

/** Each screen in each theme, in two visits. */
export const views = [
  { screen: 'phone', theme: 'light' },
  { screen: 'laptop', theme: 'dark' },
] as const satisfies { screen: Screen; theme: 'light' | 'dark' }[];

type Options = Parameters<typeof visit>[1];

/** Opens the dashboard as whose token this is, signed in. */
export async function visitAs(
  server: TestServer,
  { token }: { token: string },
  options: Options,
): Promise<Visitor> {
  const visitor = await visit(server.url, options);
  await signInAs(visitor.page, token);
  return visitor;
}

/** Fails where a screen is not accessible, or is wider than its window. */
export async function assertGood({ assertAccessible, assertFits }: Visitor): Promise<void> {
  await assertAccessible();
  await assertFits();
}

/** Presses the button of an open dialog. */
export async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
