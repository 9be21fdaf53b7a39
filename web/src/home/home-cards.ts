import type { Tank } from '../api/operations.ts';
import { isLost, linesCalled, linesOf, type TankLine, volumeOf } from '../tank-view/tank-lines.ts';

/**
 * Returns the cards whose device, MAC or sensor matches the search: worst first, never seen last;
 * equal ones stay in the order of registration.
 */
export function homeCards(tanks: Tank[], search: string): TankLine[] {
  const cards = linesCalled(tanks.flatMap(linesOf), search);
  return cards.sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ tank, sensor }: TankLine): number {
  if (tank.last_seen_at === null) return 4;
  if (sensor?.status === 'critical') return 0;
  if (sensor?.status === 'warning') return 1;
  return tank.online ? 3 : 2;
}

export type HomeSums = {
  tanks: number;
  critical: number;
  warning: number;
  offline: number;
  /** Litres in all tanks whose cards say litres; null if there are none. */
  litres: number | null;
};

export function sumsOf(cards: TankLine[]): HomeSums {
  const volumes = cards.flatMap(({ sensor }) => (sensor && volumeOf(sensor)) ?? []);
  const count = (is: (card: TankLine) => boolean) => cards.filter(is).length;
  return {
    tanks: cards.length,
    critical: count(({ sensor }) => sensor?.status === 'critical'),
    warning: count(({ sensor }) => sensor?.status === 'warning'),
    offline: count(({ tank }) => isLost(tank)),
    litres: volumes.length === 0 ? null : volumes.reduce((sum, each) => sum + each, 0),
  };
}
