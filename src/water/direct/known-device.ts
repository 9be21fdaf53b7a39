import type { Bucket } from '../../kit/async/token-bucket.ts';
import type { CounterState } from '../signed-counter.ts';
import type { Arrived } from './arrivals/arrivals.ts';

/** What the device endpoints need to know of a device, kept in memory between its requests. */
export type KnownDevice = {
  id: number;
  ownerId: number;
  /** As the database has it: a part of a request would keep all of that in memory. */
  identity: string;
  keySalt: string;
  /** Derived when a request first gives a key. */
  apiKey: string | undefined;
  keyRequired: boolean;
  /** Set where its messages must be signed. */
  onlySigned: boolean;
  keyNo: number;
  /** The key before, while that goes on. */
  former: { salt: string; until: number } | undefined;
  /** The counter that its signed messages have come to, as far as this process knows. */
  signedUpTo: CounterState | undefined;
  /** Where a push goes that names no sensor: the first configured one, else `main`. */
  sensorName: string;
  /** What is left of its push allowance. */
  allowance: Bucket;
  /** The same of its batches, in readings, once it has sent one. */
  batchAllowance: Bucket | undefined;
  /** The tick at which `last_seen_at` was last written for it. */
  seenTick: number;
  /** By which door its last reading came. */
  arrived: Arrived | undefined;
  /** Readings that were refused since the last one that was taken. */
  readingsRefused: number;
};
