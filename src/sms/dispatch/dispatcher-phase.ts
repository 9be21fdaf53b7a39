/**
 * The phases of a dispatcher:
 * - `stopped`: before it is started, and once it has stopped;
 * - `resting`: asleep until it is woken or its wait is over;
 * - `woken`: about to begin a cycle;
 * - `cycling`: in a cycle; `rewoken`: in a cycle, with another one to follow at once;
 * - `draining`: it claims nothing more, and stops once everything it had claimed is applied.
 */
export const phases = ['stopped', 'resting', 'woken', 'cycling', 'rewoken', 'draining'] as const;

export type Phase = (typeof phases)[number];

export const phaseEvents = ['start', 'wake', 'begin', 'end', 'stop', 'drained'] as const;

export type PhaseEvent = (typeof phaseEvents)[number];

/** The whole table. An event that a phase does not name leaves it as it is. */
const transitions: { [E in PhaseEvent]: { [P in Phase]?: Phase } } = {
  start: { stopped: 'woken' },
  wake: { resting: 'woken', cycling: 'rewoken' },
  begin: { resting: 'cycling', woken: 'cycling' },
  end: { cycling: 'resting', rewoken: 'woken' },
  stop: { resting: 'draining', woken: 'draining', cycling: 'draining', rewoken: 'draining' },
  drained: { draining: 'stopped' },
};

export function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  return transitions[event][phase] ?? phase;
}

/** True if it claims messages: from its start until it is stopped. */
export function isClaiming(phase: Phase): boolean {
  return phase !== 'stopped' && phase !== 'draining';
}
