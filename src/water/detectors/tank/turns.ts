import { roundTo } from '../../../kit/round.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Memory, Observation } from '../detector.ts';

/** Values that stand for less than this are of a board whose readings themselves tell its noise; */
const leastHeldMs = 8 * minuteMs;
/** after a longer pause anything may have happened. */
const mostHeldMs = 2.5 * hourMs;
/** Values after which the usual turn is known, and weights with which it and the newest are followed. */
const leastTurns = 40;
const usualWeight = 1 / 200;
const [leastNewest, mostNewest] = [1 / 100, 1 / 20];
/** Time for which the newest tell of the noise, as far as they are as many as they must be. */
const newestMs = 16 * hourMs;
/** Multiple of the usual turn, and percent beyond it, from which a turn is wild: one in twenty where nothing has changed. */
const grown = 3.5;
const leastGrowth = 1.5;
/** Share of wild turns from which the noise has grown, and below which it is as usual: of five times the noise it is 0.45. */
const wildShare = 0.3;
const usualShare = 0.15;
/** Mean turn of noise of a deviation of 1. */
const turnOfNoise = 0.56;
/** What a single echo adds at most. */
const mostTurn = 40;

/** Names of what is remembered of turns. */
export const turnNames = ['step', 'since', 'turns', 'turn', 'lately', 'wild'] as const;

/**
 * Follows the noise of a board that sends rarely, or holds its value: what people draw lies between two of its values,
 * so that neighbours tell nothing. A turn is the smaller of two changes in a row where one goes up and the other down,
 * else 0: water goes one way for long, noise turns with every second value.
 *
 * Memory: the value stands since minute `since`, after a change of `step`; `turns` were seen, `turn` is their usual
 * mean, `lately` the newest one, and `wild` the share of wild ones among the newest.
 */
export function followTurns(
  { recordedAt, raw, before }: Pick<Observation, 'recordedAt' | 'raw' | 'before'>,
  memory: Memory,
): Memory {
  if (!before) return {};
  const { since: known, step: stepBefore, ...counted } = pickTurns(memory);
  const since = known ?? Math.floor(before.recordedAt / minuteMs);
  if (raw === before.raw) {
    return { ...counted, since, ...(stepBefore !== undefined && { step: stepBefore }) };
  }
  const heldMs = recordedAt - since * minuteMs;
  if (heldMs < leastHeldMs || heldMs > mostHeldMs) return counted;
  const step = roundTo(raw - before.raw, 2);
  if (stepBefore === undefined) return { ...counted, step };
  const isTurn = step * stepBefore < 0;
  const newest = Math.min(mostNewest, Math.max(leastNewest, heldMs / newestMs));
  return {
    ...noteTurn(isTurn ? Math.min(Math.abs(step), Math.abs(stepBefore)) : 0, newest, counted),
    step,
  };
}

function noteTurn(
  size: number,
  newest: number,
  { turns = 0, turn = 0, lately = 0, wild = 0 }: Memory,
): Memory {
  const isKnown = turns >= leastTurns;
  const limit = Math.max(grown * turn, turn + leastGrowth);
  const share = wild + newest * ((isKnown && size > limit ? 1 : 0) - wild);
  // What is wild does not become usual unnoticed.
  const weight = Math.max(usualWeight, 1 / (turns + 1)) * (share > usualShare ? 0.2 : 1);
  const believed = isKnown ? Math.min(size, limit) : Math.min(size, mostTurn);
  return {
    turns: Math.min(turns + 1, leastTurns + Math.round(1 / usualWeight)),
    turn: roundTo(turn + weight * (believed - turn), 3),
    lately: roundTo(lately + newest * (Math.min(size, mostTurn) - lately), 3),
    wild: roundTo(share, 3),
  };
}

/** Returns what turns say of the noise: that it has grown, is as usual, or neither; undefined where they are not known. */
export function judgeTurns(
  memory: Memory,
): { is: 'grown' | 'usual' | 'unclear'; noise: number; usual: number } | undefined {
  const { turns = 0, turn = 0, lately = 0, wild = 0 } = memory;
  if (turns < leastTurns) return undefined;
  const is = wild > wildShare ? 'grown' : wild < usualShare ? 'usual' : 'unclear';
  return { is, noise: roundTo(lately / turnOfNoise, 2), usual: roundTo(turn / turnOfNoise, 2) };
}

function pickTurns(memory: Memory): Memory {
  return Object.fromEntries(
    turnNames.flatMap((name) => (memory[name] === undefined ? [] : [[name, memory[name]]])),
  );
}
