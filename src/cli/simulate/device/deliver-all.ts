import type { Pacing } from '../io/simulate-io.ts';
import type { VirtualDevice } from './virtual-device.ts';

/** Sends what a device has, in at most so many tries, each when the server wants it. */
export async function deliverAll(
  device: VirtualDevice,
  tries: number,
  pacing: Pacing,
): Promise<void> {
  for (let left = tries; device.waiting > 0 && left > 0; left -= 1) {
    await pacing.sleepUntil(device.notBefore, pacing.signal);
    if (pacing.signal.aborted) return;
    await device.deliver();
  }
}
