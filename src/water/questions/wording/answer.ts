import type { StartRefusal } from '../../pumps/pump-automation.ts';

/** Why a pump is not switched on by SMS. Where a level is not known its owner is obeyed, as in the dashboard. */
export type Refusal = Exclude<StartRefusal, 'level_unknown' | 'source_unknown'>;

/** A tank as an answer tells it. Levels are percent, amounts litres, instants epoch milliseconds. */
export type ToldTank = {
  label: string;
  level: number | null;
  volume: number | null;
  /** When the level was measured; null where it never was. */
  measuredAt: number | null;
  isOnline: boolean;
  /** The level says nothing of now. */
  isOld: boolean;
  isPumpOn: boolean;
};

/** What a question is answered; texts are made of it in the person's language. */
export type Answer =
  | { kind: 'help' }
  /** The phone has said whose it is. */
  | { kind: 'introduced' }
  | { kind: 'levels'; tanks: ToldTank[] }
  | { kind: 'no_tanks' }
  | { kind: 'unknown_tank'; name: string }
  /** Several tanks are meant, or the command names none. */
  | { kind: 'which'; command: 'on' | 'off'; names: string[] }
  | { kind: 'not_allowed'; name: string }
  /** The message was under way for too long to switch a pump. */
  | { kind: 'late'; sentAt: number }
  /** `endsAuto`: the server steered the pump until now. */
  | { kind: 'sent'; command: 'on' | 'off'; tank: ToldTank; expiresAt: number; endsAuto: boolean }
  | { kind: 'not_started'; name: string; why: Refusal }
  /** What the pump commands' own rules say. */
  | { kind: 'refused'; name: string; why: string }
  | { kind: 'acknowledged'; count: number; names: string[] }
  | { kind: 'nothing_open' };
