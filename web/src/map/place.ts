import type { Tank, TankSensor } from '../api/operations.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { type LevelState, levelState } from '../tank-view/tank-sentences.ts';

export type Point = { latitude: number; longitude: number };
export type Fix = Point & { recorded_at: string };

/** A device on the map, in the state of the worst of its tanks. */
export type Place = {
  deviceId: string;
  name: string;
  mac: string;
  online: boolean;
  /** Percent; null before the first reading. */
  level: number | null;
  state: LevelState;
  at: Point;
  /** Set if the position was set by a person, not sent by the device. */
  isPlaced: boolean;
};

type Placed = Pick<Tank, 'device_id' | 'device_name' | 'mac_or_serial' | 'location' | 'online'> & {
  sensors: Pick<TankSensor, 'level' | 'status'>[];
};

export function placesOf(tanks: Placed[]): Place[] {
  return tanks.flatMap((tank) => {
    if (!tank.location) return [];
    const [worst] = tank.sensors
      .map((sensor) => ({ level: sensor.level, state: levelState(sensor) }))
      .sort((one, other) => rankOf(one.state) - rankOf(other.state));
    return [
      {
        deviceId: tank.device_id,
        name: nameOf(tank),
        mac: tank.mac_or_serial,
        online: tank.online,
        level: worst?.level ?? null,
        state: worst?.state ?? levelState(unread),
        at: tank.location,
        isPlaced: tank.location.source === 'person',
      },
    ];
  });
}

export function worstState(places: [Place, ...Place[]]): LevelState {
  return places.reduce<LevelState>(
    (worst, { state }) => (rankOf(state) < rankOf(worst) ? state : worst),
    places[0].state,
  );
}

const unread = { level: null, status: null };
const fromWorst: LevelState['look'][] = ['danger', 'warning', 'good', 'none'];

function rankOf({ look }: LevelState): number {
  return fromWorst.indexOf(look);
}
