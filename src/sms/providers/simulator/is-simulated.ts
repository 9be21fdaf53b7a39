import type { Flag } from '../../../db/tables/flag.ts';
import { simulatorName } from './simulator.ts';

/** The provider of a message, by its row. */
export type HandedOver = { simulated: Flag; provider: string | null };

/** True if no phone was meant: the message is for the simulator, or it has gone there. */
export function isSimulated({ simulated, provider }: HandedOver): boolean {
  return simulated === 1 || provider === simulatorName;
}
