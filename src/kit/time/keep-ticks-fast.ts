import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps the object of one `process.nextTick` for as long as the program runs. V8 forgets the shape of
 * objects of which none is left at a few collections in a row, as happens whenever a server idles, and
 * of this one it cannot learn it again: Node writes the object with computed keys
 * (`lib/internal/process/task_queues.js`), whose place in the code then counts as one of many shapes for
 * good. Each call costs 300 ns in place of 35, and a request makes half a dozen. To be called before
 * the first collection that could forget it (`trimMemory`).
 */
export function keepTicksFast(): void {
  process.nextTick(() => {
    // What runs in a tick has the tick's own object as its resource.
    kept.push(executionAsyncResource());
  });
}
