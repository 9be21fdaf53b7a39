import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { say } from './words.ts';

const fieldName = 'device_ids';

/** Devices to choose any number of. */
export function DeviceChoice({ tanks }: { tanks: Tank[] }) {
  if (tanks.length === 0) return <p class="faint">{say.noDevices()}</p>;
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

/** The ids of the devices that were chosen. */
export function readDevices(form: FormData): string[] {
  return form.getAll(fieldName).map(String);
}
