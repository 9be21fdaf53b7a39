import type { SensorQuality } from '../../api/operations.ts';
import { number, percent, span } from '../../words/format.ts';
import { distanceText } from './distance-text.ts';
import { say } from './words.ts';

type Advice = SensorQuality['advice'][number];

/** What is wrong with a sensor, and what its owner can do about it. */
export function adviceSentence({ code, numbers }: Advice): string {
  const of = (name: string) => numbers[name] ?? 0;
  /** A standard deviation as people see it: up and down together. */
  const swing = () => distanceText({ percent: 2 * of('percent'), cm: times(2, numbers['cm']) });
  const texts: Record<Advice['code'], () => string> = {
    report_more_often: () =>
      say.reportMoreOften({
        interval: span(of('minutes') / 60),
        wanted: span(of('wanted_minutes') / 60),
      }),
    check_network: () => say.checkNetwork({ count: number(of('gaps')), hours: span(of('hours')) }),
    stilling_pipe: () => say.stillingPipe({ size: swing() }),
    mount_higher: () =>
      say.mountHigher({
        share: percent(of('share') * 100),
        level: percent(of('above_percent')),
      }),
    dirty_sensor: () => say.dirtySensor({ share: percent(of('share') * 100) }),
    coarse_steps: () =>
      say.coarseSteps({
        size: distanceText({ percent: of('percent'), cm: numbers['cm'] ?? null }),
      }),
    shade_sensor: () =>
      say.shadeSensor({
        size: distanceText({
          percent: Math.abs(of('percent_per_degree')) * 10,
          cm: times(10, numbers['cm_per_degree']),
        }),
      }),
  };
  return texts[code]();
}

function times(factor: number, value: number | undefined): number | null {
  return value === undefined ? null : factor * Math.abs(value);
}
