import { type Browser, chromium } from 'playwright-core';
import { unpackedChromium } from './unpacked-chromium.ts';

/** The two screens on which everything must work. */
export const screens = {
  phone: { width: 360, height: 740 },
  laptop: { width: 1366, height: 768 },
} as const;
export type Screen = keyof typeof screens;

/**
 * Starts the Chromium that comes with a package, or the one that `CHROMIUM_PATH` names.
 * @param more further flags, such as the picture that its camera sees.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  const { executablePath, env } = given
    ? { executablePath: given, env: {} }
    : await unpackedChromium();
  return await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    // The package's own flags, for a cloud function, switch off security that pages are to be held to.
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      // A dashboard is one site: a process for each would only be started beside it and never used.
      '--disable-site-isolation-trials',
      // What passes between processes is a fifth of what a visit takes; pages keep theirs.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      ...more,
    ],
  });
}
