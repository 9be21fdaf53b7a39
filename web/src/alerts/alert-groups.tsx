import type { Alert } from '../api/operations.ts';
import { AlertLine } from './alert-line.tsx';
import { alertState, alertStates, byDevice } from './alert-state.ts';
import { say } from './words.ts';

type Props = {
  alerts: Alert[];
  /** Of devices, by their ids. */
  names: Map<string, string>;
  now: number;
  onChange: (id: number, alert: Alert | undefined) => void;
};

/** Alerts by how they stand: what is open first, tank by tank, what is over last and by its time. */
export function AlertGroups({ alerts, names, now, onChange }: Props) {
  const nameOf = (deviceId: string) => names.get(deviceId) ?? deviceId;
  const lines = (of: Alert[], isNamed: boolean) => (
    <ul class="stack">
      {of.map((alert) => (
        <AlertLine
          key={alert.id}
          alert={alert}
          {...(isNamed && { deviceName: nameOf(alert.device_id) })}
          now={now}
          onChange={(changed) => onChange(alert.id, changed)}
        />
      ))}
    </ul>
  );
  const titles = { open: say.open, taken: say.taken, over: say.over };
  return (
    <>
      {alertStates.map((state) => {
        const those = alerts.filter((alert) => alertState(alert, now) === state);
        if (those.length === 0) return null;
        return (
          <section key={state} class="stack">
            <h2>{titles[state]()}</h2>
            {state === 'over'
              ? lines(those, true)
              : byDevice(those).map(({ device_id, alerts: of }) => (
                  <div key={device_id} class="stack">
                    <h3>
                      <a href={`/tanks/${device_id}`}>{nameOf(device_id)}</a>
                    </h3>
                    {lines(of, false)}
                  </div>
                ))}
          </section>
        );
      })}
    </>
  );
}
