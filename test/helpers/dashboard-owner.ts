import type { Page } from 'playwright-core';

/** Puts a bearer token where the dashboard keeps it, as if its owner had signed in before. */
export async function signInAs(page: Page, token: string): Promise<void> {
  await page.goto('/sign-in');
  await page.evaluate((bearer) => {
    localStorage.setItem('kisima.token', JSON.stringify(bearer));
  }, token);
}
