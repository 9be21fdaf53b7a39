import { tankName } from '../../../src/water/tank-name.ts';
import type { Tank } from '../api/operations.ts';
import { hasSeveralNameless } from '../tanks/nameless.ts';
import { language } from '../words/language.ts';

type Named = Pick<Tank, 'device_name' | 'mac_or_serial'> & Partial<Pick<Tank, 'role'>>;

/** Returns what a tank is called, as messages call it too: "Your tank" where it has no name. */
export function nameOf({ device_name, mac_or_serial, role = 'owner' }: Named): string {
  const naming = { name: device_name, macOrSerial: mac_or_serial };
  return tankName(naming, language.value, {
    isAlone: !hasSeveralNameless.value,
    isOwn: role === 'owner',
  });
}

/** Returns the name of a device, or else what is printed on it: for who holds the hardware in hand. */
export function printedNameOf({ device_name, mac_or_serial }: Named): string {
  return device_name ?? mac_or_serial;
}
