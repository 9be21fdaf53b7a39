import type { Page } from 'playwright-core';

/** Puts a bearer token where the dashboard keeps it, as if its owner had signed in before. */
export async function signInAs(page: Page, token: string): Promise<void> {
  // Any page of the origin has its storage; an empty one is there at once.
  await page.route('**/sign-in', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/sign-in');
  await page.evaluate((bearer) => {
    localStorage.setItem('kisima.token', JSON.stringify(bearer));
  }, token);
  await page.unroute('**/sign-in');
}
