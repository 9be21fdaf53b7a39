import { call } from '../api/call.ts';
import type { SensorQuality } from '../api/operations.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { number, percent, span } from '../words/format.ts';
import type { SensorOfDevice } from './section-basis.ts';
import { say } from './words.ts';

export function QualitySection({ deviceId, sensor: { sensor_name } }: SensorOfDevice) {
  const load = useLoad(
    async (signal) => {
      const query = { device_id: deviceId, sensor_name };
      const { sensors } = await call('GET /api/insights.php?action=quality', { query, signal });
      return sensors[0];
    },
    [deviceId, sensor_name],
  );
  return (
    <section class="card stack" aria-labelledby="water-quality-title">
      <h2 id="water-quality-title">{say.sensor()}</h2>
      <Loaded of={load}>{(quality) => <Quality quality={quality} />}</Loaded>
    </section>
  );
}

/** Readings below which nothing can be said. */
const enough = 100;

function Quality({ quality }: { quality: SensorQuality }) {
  const { advice, looked_at } = quality;
  return (
    <>
      {looked_at < enough && <p>{say.qualityTooLittle()}</p>}
      {looked_at >= enough && advice.length === 0 && <p>{say.fine()}</p>}
      {advice.length > 0 && (
        <ul class="water-list">
          {advice.map((each) => (
            <li key={each.code}>{adviceSentence(each)}</li>
          ))}
        </ul>
      )}
      <Facts quality={quality} />
    </>
  );
}

function Facts({ quality }: { quality: SensorQuality }) {
  const { readings, suspects, interval_s, noise, gaps } = quality;
  const facts: ([name: string, text: string] | undefined)[] = [
    [say.readings(), number(readings)],
    suspects > 0
      ? [say.suspects(), `${number(suspects)} (${percent((suspects / readings) * 100, 1)})`]
      : undefined,
    interval_s === null ? undefined : [say.interval(), span(interval_s / 3600)],
    noise === null ? undefined : [say.noise(), distanceText(noise)],
    gaps.longest_s === null ? undefined : [say.longestGap(), span(gaps.longest_s / 3600)],
  ];
  return (
    <dl class="water-facts">
      {facts
        .filter((fact) => fact !== undefined)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

type Advice = SensorQuality['advice'][number];

function adviceSentence({ code, numbers }: Advice): string {
  const of = (name: string) => numbers[name] ?? 0;
  /** Formats a standard deviation as people see it: up and down together. */
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

/** Formats a distance in centimetres if the sensor sends them, else in percent of the tank. */
function distanceText(distance: { percent: number; cm?: number | null }): string {
  return distance.cm == null
    ? percent(distance.percent, 1)
    : say.centimetres({ value: number(distance.cm, 1) });
}
