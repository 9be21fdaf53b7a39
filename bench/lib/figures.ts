import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number below which `share` of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

/** Milliseconds of one write of a page and its sync, in `folder`: the median of many. */
export function measureSync(folder: string): number {
  const path = join(folder, 'sync-probe');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(path);
  return median(times);
}

/** Prints one figure with what it is held to. */
export function report(what: string, figure: string, held = ''): void {
  console.log(`${what.padEnd(58)} ${figure.padStart(16)}  ${held}`);
}
