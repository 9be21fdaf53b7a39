/** Which premises, sensor and board make up each world. `worlds.ts` gives each of them its noises. */
import type { Base } from './base.ts';
import { boards, together } from './catalogue-boards.ts';
import { faults, lasting } from './catalogue-sensors.ts';
import { idle, plain } from './catalogue-sites.ts';

export const bases: Base[] = [...plain, ...idle, ...lasting, ...faults, ...boards, ...together];
