import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SensorConfig } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type Load, Loaded } from '../../ui/load.tsx';
import { litres, percent } from '../../words/format.ts';
import { Calibration } from '../tank-shape/calibration.tsx';
import { say as sayShape } from '../tank-shape/words.ts';
import { say } from '../words.ts';
import { Saved, useSaved } from './name-section.tsx';
import { SensorForm } from './sensor-form.tsx';

type Props = { deviceId: string; configs: Load<SensorConfig[]> };

/** Tanks of the device; a new device begins with the form for its first. */
export function SensorsSection({ deviceId, configs }: Props) {
  const saved = useSaved();
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<number | 'new'>();
  const [removing, setRemoving] = useState<SensorConfig>();
  const edit = (what: number | 'new' | undefined) => {
    setEditing(what);
    saved.clear();
  };
  const change = (with_: (known: SensorConfig[]) => SensorConfig[]) => {
    configs.set((known = []) => with_(known));
    void loadTanks();
  };
  const keep = (config: SensorConfig) => {
    change((known) => [
      ...known.filter(({ id }) => id < config.id),
      config,
      ...known.filter(({ id }) => id > config.id),
    ]);
  };
  const keepAndClose = (config: SensorConfig) => {
    keep(config);
    edit(undefined);
    saved.show();
  };
  const remove = async ({ id }: SensorConfig) => {
    await call('DELETE /api/sensor_configs.php?action=remove', { query: { id } });
    change((known) => known.filter((each) => each.id !== id));
  };
  // The form was longer than a phone screen, so the saved line is scrolled into view.
  useEffect(() => {
    if (!saved.isShown) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [saved.isShown]);
  return (
    <section class="card stack">
      <div class="row row-apart">
        <h2 ref={heading} tabIndex={-1}>
          {say.sensors()}
        </h2>
        <Saved of={saved} />
      </div>
      <p class="faint">{say.sensorsHint()}</p>
      <Loaded of={configs}>
        {(known) => (
          <>
            {known.map((config) =>
              editing === config.id ? (
                <div key={config.id} class="stack">
                  <h3 class="setup-sensor-name">{config.sensor_name}</h3>
                  <SensorForm
                    deviceId={deviceId}
                    config={config}
                    suggestedName=""
                    onSaved={keepAndClose}
                    onCancel={() => edit(undefined)}
                  />
                </div>
              ) : (
                <SensorLine
                  key={config.id}
                  config={config}
                  onSaved={keep}
                  onChange={() => edit(config.id)}
                  onRemove={() => setRemoving(config)}
                />
              ),
            )}
            {editing === 'new' || known.length === 0 ? (
              <SensorForm
                key="new"
                deviceId={deviceId}
                config={undefined}
                suggestedName={known.length === 0 ? 'main' : ''}
                onSaved={keepAndClose}
                onCancel={known.length > 0 ? () => edit(undefined) : undefined}
              />
            ) : (
              <div>
                <Button onClick={() => edit('new')}>{say.addSensor()}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={say.removeOf({ name: removing.sensor_name })}
          confirm={say.remove()}
          isDangerous
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{say.removeSensorHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type LineProps = {
  config: SensorConfig;
  onSaved: (config: SensorConfig) => void;
  onChange: () => void;
  onRemove: () => void;
};

function SensorLine({ config, onSaved, onChange, onRemove }: LineProps) {
  const { sensor_name: name, capacity, high_threshold, low_threshold, tank } = config;
  return (
    <div class="stack">
      <div>
        <h3 class="setup-sensor-name">{name}</h3>
        <p>
          {say.sensorFacts({
            capacity: litres(capacity),
            high: percent(high_threshold),
            low: percent(low_threshold),
          })}
        </p>
        {tank && <p class="faint">{sayShape[tank.shape]()}</p>}
      </div>
      <div class="row">
        <Button onClick={onChange} aria-label={say.changeOf({ name })}>
          {say.change()}
        </Button>
        <Button look="quiet" onClick={onRemove} aria-label={say.removeOf({ name })}>
          {say.remove()}
        </Button>
      </div>
      {tank && <Calibration config={config} onSaved={onSaved} />}
    </div>
  );
}
