import type { StartRefusal } from '../../pumps/pump-automation.ts';

/** Reason against starting a pump by SMS. With an unknown level the owner is obeyed, as in the dashboard. */
export type Refusal = Exclude<StartRefusal, 'level_unknown' | 'source_unknown'>;

/** Tank in an answer. Levels are percent, amounts litres, instants epoch milliseconds. */
export type AnswerTank = {
  label: string;
  level: number | null;
  volume: number | null;
  /** Instant of the reading; null where there is none. */
  measuredAt: number | null;
  isOnline: boolean;
  /** True if the level is too old to be the present one. */
  isOld: boolean;
  isPumpOn: boolean;
};

/** Answer to a question; it is put into words in the person's language. */
export type Answer =
  | { kind: 'help' }
  // The phone has named its person.
  | { kind: 'introduced' }
  | { kind: 'levels'; tanks: AnswerTank[] }
  | { kind: 'no_tanks' }
  | { kind: 'unknown_tank'; name: string }
  // Several tanks are meant, or the command names none.
  | { kind: 'which'; command: 'on' | 'off'; names: string[] }
  | { kind: 'not_allowed'; name: string }
  // The message was on its way for too long to switch a pump.
  | { kind: 'late'; sentAt: number }
  // `endsAuto`: the server steered the pump until now.
  | { kind: 'sent'; command: 'on' | 'off'; tank: AnswerTank; expiresAt: number; endsAuto: boolean }
  | { kind: 'not_started'; name: string; why: Refusal }
  // The rules of pump commands refuse it; `why` is their text.
  | { kind: 'refused'; name: string; why: string }
  | { kind: 'acknowledged'; count: number; names: string[] }
  | { kind: 'nothing_open' };
