import type { Flag } from '../../../db/tables/flag.ts';
import { simulatorName } from './simulator.ts';

/** Who was to have a message, as its row says. */
export type HandedOver = { simulated: Flag; provider: string | null };

/** Whether no phone was meant: the message is for the simulator, or it has gone there. */
export function isSimulated({ simulated, provider }: HandedOver): boolean {
  return simulated === 1 || provider === simulatorName;
}
