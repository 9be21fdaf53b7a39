import { minuteMs } from '../../../src/kit/time/units.ts';

/** Saves content as a file; a plain link could not send the token. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Time for the browser to begin saving.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
}
