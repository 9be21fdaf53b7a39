import type { Lived } from '../drive.ts';
import { timeOf } from './report.ts';

/** All runs, commands and alerts of a world in their order, for whoever looks for a reason. */
export function traceOf({ world: { spec, history }, commands, alerts, startMs }: Lived): string {
  const minuteOf = (at: string) => Math.floor((Date.parse(at) - startMs) / 60_000);
  const when = (at: string | null) => (at === null ? '-' : timeOf(minuteOf(at)));
  const lines: { at: number; text: string }[] = [];
  const state = (at: number) => {
    const percent = (values: Float32Array) => `${(values[Math.max(0, at)] ?? 0).toFixed(1)} %`;
    return `level ${percent(history.level)}, said ${percent(history.measured)}`;
  };
  for (const { from, until = history.minutes, startedBy, endedBy } of history.runs) {
    const by = `${startedBy.command?.source} ${startedBy.command?.command_id}`;
    lines.push({ at: from, text: `run begins (${by}), ${state(from)}` });
    const why = [endedBy?.why, endedBy?.command?.source, endedBy?.command?.command_id].join(' ');
    lines.push({
      at: until,
      text: `run ends after ${until - from} min (${why}), ${state(until - 1)}`,
    });
  }
  for (const command of commands) {
    const { id, source, status, created_at, delivered_at, acknowledged_at } = command;
    const fetched = `${when(delivered_at)}, done ${when(acknowledged_at)}, ${status}`;
    const text = `command ${id} ${command.command} by ${source}: fetched ${fetched}`;
    lines.push({ at: minuteOf(created_at), text });
  }
  for (const { kind, message, raised_at, resolved_at } of alerts) {
    const text = `alert ${kind}, over ${when(resolved_at)}: ${message}`;
    lines.push({ at: minuteOf(raised_at), text });
  }
  const ordered = lines.sort((a, b) => a.at - b.at);
  return [`# ${spec.name}`, ...ordered.map(({ at, text }) => `${timeOf(at)} ${text}`)].join('\n');
}
