import { signal } from '@preact/signals';
import type { Role } from './tanks.ts';

/** What the person has just accepted: the screen at `path` says so until it is left. */
export type Arrival = { path: string; name: string; role: Role };

export const arrival = signal<Arrival | undefined>(undefined);
