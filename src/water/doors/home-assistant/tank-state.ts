import { toIso, toIsoOrNull } from '../../../kit/time/instant.ts';
import { partOf } from './entities.ts';
import type { Problem, PumpView, SensorView, TankView } from './tank-view.ts';

/** Home Assistant's recorder drops attributes of more than 16 kB. */
const mostProblems = 10;

/**
 * Presents the state of a tank: what the templates of its entities read. A null becomes `None` there, which
 * Home Assistant shows as unknown.
 */
export function presentState(tank: TankView): Record<string, unknown> {
  const { isOnline, lastSeenAt, battery, signal, problems, sensors } = tank;
  return {
    connection: isOnline ? 'online' : 'offline',
    connection_facts: { last_seen_at: toIsoOrNull(lastSeenAt) },
    problem: onOrOff(problems.length > 0),
    problem_facts: {
      count: problems.length,
      problems: problems.slice(0, mostProblems).map(presentProblem),
    },
    battery,
    signal,
    ...Object.fromEntries(sensors.map((sensor) => [partOf(sensor), presentSensor(sensor)])),
  };
}

function presentProblem({ kind, severity, sensorName, since, message }: Problem) {
  return { kind, severity, sensor_name: sensorName, since: toIso(since), message };
}

function presentSensor(sensor: SensorView) {
  const { name, level, litres, temperature, usedToday, daysLeft, pump } = sensor;
  return {
    sensor_name: name,
    level,
    litres,
    temperature,
    used_today: usedToday,
    days_left: daysLeft,
    ...(pump && { pump: pump.running === null ? null : onOrOff(pump.running) }),
    ...(pump && { pump_facts: presentPump(pump) }),
  };
}

function presentPump({ waiting, isSteered, latchedSince }: PumpView) {
  return {
    waiting_command: waiting?.command ?? null,
    waiting_since: toIsoOrNull(waiting?.since ?? null),
    fetched_by_device: waiting ? waiting.isFetched : null,
    steered_by_server: isSteered,
    held_off_since: toIsoOrNull(latchedSince),
  };
}

function onOrOff(is: boolean): 'ON' | 'OFF' {
  return is ? 'ON' : 'OFF';
}
