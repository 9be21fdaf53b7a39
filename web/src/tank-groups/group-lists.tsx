import type { Tank, TankGroupSums } from '../api/operations.ts';
import { connection } from '../live/stream.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { partOf } from '../tanks/kept-tanks.ts';
import { known } from '../tanks/tanks.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { litres, number, percent } from '../words/format.ts';
import { say } from './words.ts';

export function SumsList({ sums }: { sums: TankGroupSums }) {
  const { devices, online, capacity_litres, level_percent, low, overflow, open_alerts } = sums;
  return (
    <>
      {level_percent !== null && (
        <p class="row">
          <strong class="groups-level">{percent(level_percent)}</strong>
          {sums.litres !== null && capacity_litres !== null && (
            <span>
              {say.ofCapacity({ litres: litres(sums.litres), capacity: litres(capacity_litres) })}
            </span>
          )}
        </p>
      )}
      <p class="row">
        {/* Without a network the phone does not know. */}
        {connection.value !== 'offline' && (
          <span class={`tag ${online === devices ? 'tag-good' : 'tag-danger'}`}>
            {say.online({ online, devices })}
          </span>
        )}
        {low > 0 && <span class="tag tag-warning">{say.low({ count: low })}</span>}
        {overflow > 0 && <span class="tag tag-warning">{say.overflow({ count: overflow })}</span>}
        {open_alerts > 0 && (
          <span class="tag tag-danger">{say.openAlerts({ count: open_alerts })}</span>
        )}
      </p>
      <Facts>
        <Fact name={say.tanks()}>{number(sums.tanks)}</Fact>
        {sums.litres_today !== null && <Fact name={say.today()}>{litres(sums.litres_today)}</Fact>}
        {sums.litres_usual_day !== null && (
          <Fact name={say.usualDay()}>{litres(sums.litres_usual_day)}</Fact>
        )}
      </Facts>
    </>
  );
}

const fieldName = 'device_ids';

export function DeviceChoice({ tanks }: { tanks: Tank[] }) {
  // Of a part nobody knows that there is none.
  if (tanks.length === 0)
    return partOf(known.value) ? null : <p class="faint">{say.noDevices()}</p>;
  return (
    <fieldset>
      <legend class="legend">{say.which()}</legend>
      <div class="groups-choice">
        {tanks.map((tank) => (
          <label key={tank.device_id} class="check">
            <input type="checkbox" name={fieldName} value={tank.device_id} />
            {nameOf(tank)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function readDevices(form: FormData): string[] {
  return form.getAll(fieldName).map(String);
}
