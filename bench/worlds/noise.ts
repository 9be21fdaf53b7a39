/** Noise of a standard deviation, white or lasting, read at any instants that do not go back. */
import { MINUTE } from './clock.ts';
import type { Chance } from './random.ts';

export type Noise =
  /** Each reading for itself. */
  | { type: 'white' }
  /** First-order autoregressive: correlation exp(−t / τ) over t minutes. */
  | { type: 'lasting'; tauMinutes: number };

/** A noise of this standard deviation; the lasting one starts from its own steady state. */
export function noiseOf(noise: Noise, sigma: number, chance: Chance): (at: number) => number {
  if (noise.type === 'white') return () => sigma * chance.normal();
  let state = chance.normal();
  let before: number | null = null;
  return (at) => {
    if (before !== null) {
      const keep = Math.exp(-(at - before) / MINUTE / noise.tauMinutes);
      state = keep * state + Math.sqrt(1 - keep * keep) * chance.normal();
    }
    before = at;
    return sigma * state;
  };
}
