import type { TankSensor } from '../api/operations.ts';
import { say } from './words.ts';

export type LevelState = {
  /** How it is drawn: colour and pattern both. */
  look: 'good' | 'warning' | 'danger' | 'none';
  text: string;
};

/** A sensor's status as the server decided it, in words that also say in which direction. */
export function levelState(sensor: Pick<TankSensor, 'level' | 'status'>): LevelState {
  const { level, status } = sensor;
  if (level === null || status === null) return { look: 'none', text: say.noReading() };
  if (status === 'normal') return { look: 'good', text: say.normal() };
  const isHigh = level >= 50;
  if (status === 'warning') return { look: 'warning', text: isHigh ? say.high() : say.low() };
  return { look: 'danger', text: isHigh ? say.veryHigh() : say.veryLow() };
}
