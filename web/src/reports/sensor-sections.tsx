import type { ComponentChildren } from 'preact';
import { EmptyReport } from './empty-report.tsx';
import { say } from './words.ts';

type Props<T> = { deviceId: string; rows: T[]; children: (own: T[]) => ComponentChildren };

/** A section for each sensor that has anything to report; one alone needs no name. */
export function SensorSections<T extends { sensor_name: string }>({
  deviceId,
  rows,
  children,
}: Props<T>) {
  const groups = [...groupBySensor(rows)];
  if (groups.length === 0) return <EmptyReport deviceId={deviceId}>{say.none()}</EmptyReport>;
  return (
    <>
      {groups.map(([name, own]) => (
        <section key={name} class="card stack">
          {groups.length > 1 && <h2>{name}</h2>}
          {children(own)}
        </section>
      ))}
    </>
  );
}

function groupBySensor<T extends { sensor_name: string }>(rows: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const own = groups.get(row.sensor_name) ?? [];
    own.push(row);
    groups.set(row.sensor_name, own);
  }
  return groups;
}
