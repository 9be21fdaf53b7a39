import type { Tank, TankSensor } from '../live/tank.ts';

/** A card of the home screen: a device with one of its sensors, or without one before its first reading. */
export type HomeCard = { key: string; tank: Tank; sensor: TankSensor | undefined };

/**
 * The cards whose device or sensor is called as sought: worst first, what was never seen last; equal
 * ones stay in the order of registration.
 */
export function homeCards(tanks: Tank[], search: string): HomeCard[] {
  const sought = search.trim().toLowerCase();
  return tanks
    .flatMap(cardsOf)
    .filter(({ tank, sensor }) =>
      [tank.device_name, tank.mac_or_serial, sensor?.sensor_name].some((name) =>
        name?.toLowerCase().includes(sought),
      ),
    )
    .sort((one, other) => rankOf(one) - rankOf(other));
}

function cardsOf(tank: Tank): HomeCard[] {
  if (tank.sensors.length === 0) return [{ key: tank.device_id, tank, sensor: undefined }];
  return tank.sensors.map((sensor) => ({
    key: `${tank.device_id} ${sensor.sensor_name}`,
    tank,
    sensor,
  }));
}

function rankOf({ tank, sensor }: HomeCard): number {
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
  /** Litres in all tanks whose volume is known; null where none is. */
  litres: number | null;
};

/** What all cards come to. */
export function sumsOf(cards: HomeCard[]): HomeSums {
  const volumes = cards.flatMap(({ sensor }) => sensor?.volume ?? []);
  const count = (is: (card: HomeCard) => boolean) => cards.filter(is).length;
  return {
    tanks: cards.length,
    critical: count(({ sensor }) => sensor?.status === 'critical'),
    warning: count(({ sensor }) => sensor?.status === 'warning'),
    offline: count(({ tank }) => !tank.online),
    litres: volumes.length === 0 ? null : volumes.reduce((sum, each) => sum + each, 0),
  };
}
