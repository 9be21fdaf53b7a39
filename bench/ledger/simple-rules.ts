import { dayMs } from '../../src/kit/time/units.ts';
import type { Account } from './judge-usage.ts';
import type { TankTruth } from './tank-truth.ts';

/**
 * Use by simple rules from the same readings, in the order of time: each step of the level counts
 * (`deadBand` 0, the sum of drops), or each that leaves the last turning point by more than a dead band, in
 * percent.
 */
export function accountByRule(tank: TankTruth, deadBand: number): Account {
  const days = tank.days.map(() => ({ consumed: 0, refilled: 0 }));
  const [first, ...rest] = [...tank.readings].sort((a, b) => a.at - b.at);
  let turn = first?.level ?? 0;
  let direction = 0;
  for (const { at, level } of rest) {
    const change = level - turn;
    if (change * direction <= 0 && Math.abs(change) <= deadBand) continue;
    const day = days[Math.floor((at - (tank.days[0]?.start ?? 0)) / dayMs)];
    const litres = (Math.abs(change) * tank.capacity) / 100;
    if (day && change > 0) day.refilled += litres;
    if (day && change < 0) day.consumed += litres;
    direction = Math.sign(change);
    turn = level;
  }
  return { days };
}
