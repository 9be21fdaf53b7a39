import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';

it('a thread gives way alone', async () => {
  const before = getPriority();
  const module = new URL('./give-way.ts', import.meta.url).href;
  const worker = new Worker(
    `import(${JSON.stringify(module)}).then(({ giveWay }) => {
      giveWay();
      require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority());
    });`,
    { eval: true },
  );
  const [priority] = await once(worker, 'message');
  await worker.terminate();
  assert.equal(priority, process.platform === 'linux' ? 10 : before);
  assert.equal(getPriority(), before);
});
