import { minuteMs } from '../../../src/kit/time/units.ts';

/** Lets the browser save what came as a file; an address alone would send no token along. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A browser that has not begun by then would save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
}
