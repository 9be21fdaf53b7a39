import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/failure.ts';
import type { SensorConfig } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { type Load, Loaded } from '../../ui/load.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { say as sayUi } from '../../ui/words.ts';
import {
  readSupply,
  sayWeekTime,
  type WeekTime,
  writeSupply,
} from '../../week-times/week-times.ts';
import { WeekTimesFields } from '../../week-times/week-times-fields.tsx';
import { say as sayTimes } from '../../week-times/words.ts';
import { say } from '../words.ts';
import { Saved, useSaved } from './name-section.tsx';

type Props = { deviceId: string; configs: Load<SensorConfig[]> };

/** Sensor of a device that is not configured yet: document 1 calls the only one so. */
const usualSensor = 'main';

/** When the mains supply comes, for each tank of the device. */
export function SupplySection({ deviceId, configs }: Props) {
  const keep = (saved: SensorConfig) => {
    configs.set((known = []) => [...known.filter(({ id }) => id !== saved.id), saved]);
    void loadTanks();
  };
  return (
    <section class="card stack" id="supply">
      <h2>{say.supply()}</h2>
      <p class="faint">{say.supplyHint()}</p>
      <Loaded of={configs}>
        {(known) =>
          known.length === 0 ? (
            <SupplyOf deviceId={deviceId} sensorName={usualSensor} supply={null} onSaved={keep} />
          ) : (
            known.map((config) => (
              <div key={config.id} class="stack">
                {known.length > 1 && <h3 class="setup-sensor-name">{config.sensor_name}</h3>}
                <SupplyOf
                  deviceId={deviceId}
                  sensorName={config.sensor_name}
                  supply={config.supply}
                  onSaved={keep}
                />
              </div>
            ))
          )
        }
      </Loaded>
    </section>
  );
}

type SupplyProps = {
  deviceId: string;
  sensorName: string;
  supply: string | null;
  onSaved: (config: SensorConfig) => void;
};

/** Time offered first; its days differ by street. */
const usual: WeekTime = { days: [], from: '04:00', until: '11:00' };

/** The longest times of so many fit into what the API takes. */
const mostTimes = 5;

function SupplyOf({ deviceId, sensorName, supply, onSaved }: SupplyProps) {
  const saved = useSaved();
  const [times, setTimes] = useState<WeekTime[]>();
  const saving = useAction(async () => {
    if (!times) return;
    if (times.some(({ days }) => days.length === 0)) throw new Refusal(sayTimes.noDay());
    const body = { device_id: deviceId, sensor_name: sensorName, supply: writeSupply(times) };
    onSaved(await call('POST /api/sensor_configs.php?action=save', { body }));
    setTimes(undefined);
    saved.show();
  });
  const known = readSupply(supply);
  if (!times) {
    return (
      <>
        {known.length === 0 && <p>{say.noSupply()}</p>}
        <ul>
          {known.map((time) => (
            <li key={sayWeekTime(time)}>{sayWeekTime(time)}</li>
          ))}
        </ul>
        <div class="row">
          <Button
            onClick={() => {
              saved.clear();
              setTimes(known.length === 0 ? [usual] : known);
            }}
          >
            {say.setSupply()}
          </Button>
          <Saved of={saved} />
        </div>
      </>
    );
  }
  return (
    <form class="stack" onSubmit={onSubmit(saving.run)}>
      {times.length === 0 && <p>{say.noSupply()}</p>}
      <WeekTimesFields
        times={times}
        onChange={setTimes}
        usual={usual}
        most={mostTimes}
        name="supply"
        failure={saving.failure}
      />
      <FailureNotice failure={saving.failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
        <Button
          onClick={() => {
            saving.clear();
            setTimes(undefined);
          }}
        >
          {sayUi.cancel()}
        </Button>
      </div>
    </form>
  );
}
