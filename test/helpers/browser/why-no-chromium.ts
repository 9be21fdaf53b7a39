import { execa } from 'execa';
import { unpackedChromium } from './unpacked-chromium.ts';

/**
 * Reason why no Chromium starts on this machine, in a sentence for the person who runs the tests; undefined
 * if one does.
 */
export async function whyNoChromium(): Promise<string | undefined> {
  const given = process.env['CHROMIUM_PATH'];
  try {
    const { executablePath, env } = given
      ? { executablePath: given, env: {} }
      : await unpackedChromium();
    await execa({ env })`${executablePath} --version`;
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const [reason] = (stderr || message).trim().split('\n').slice(-1);
    const ours = 'the Chromium that comes with the dependencies, for Linux on x64, does not start';
    return `${given ? `${given} does not start` : ours} (${reason}). CHROMIUM_PATH names another one.`;
  }
}
