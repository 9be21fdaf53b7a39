import type { Tank } from '../api/operations.ts';
import type { Option } from '../ui/form/combobox/find-options.ts';
import { nameOf } from './tank-name.ts';

type Named = Pick<Tank, 'device_id' | 'device_name' | 'mac_or_serial' | 'location'>;

/** A tank as a choice of a select, found by its name, MAC and place. */
export function tankOption(tank: Named): Option {
  return [tank.device_id, nameOf(tank), { mark: tank.mac_or_serial, at: tank.location }];
}
