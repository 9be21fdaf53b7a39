import type { Send } from './io/http-send.ts';
import type { SimulateIo } from './io/simulate-io.ts';
import type { Tally } from './tally.ts';

/** What a fleet needs to live. */
export interface FleetDeps extends Omit<SimulateIo, 'connect'> {
  send: Send;
  tally: Tally;
  /** What lies between all devices and the server; in a blackout it is gone. */
  uplink: { isUp: boolean };
  /** Ends every connection at once, with what is under way on it. */
  dropConnections(): void;
  /** How many connections are open now. */
  openConnections(): number;
}
