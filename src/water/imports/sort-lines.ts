import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { faultOfNearlyMac } from '../device-rules.ts';
import type { KnownLines, RegisteredDevice } from './known-lines.ts';
import type { GroupRooms } from './place-in-groups.ts';
import type { Shares } from './share-devices.ts';
import type { Line, RefusedLine, TakenLine } from './taken-line.ts';

/** A line of a device that is registered. */
type KnownLine = TakenLine & { device: RegisteredDevice };

type Sorted = { fresh: Line[]; known: KnownLine[]; refused: RefusedLine[] };

type Rules = { whyNot: KnownLines; shares: Shares; groups: GroupRooms };

/** Sorts lines into those of new devices, those of registered ones, and those that are refused. */
export function sortLines(
  lines: readonly Line[],
  devices: ReadonlyMap<string, RegisteredDevice>,
  rules: Rules,
): Sorted {
  const sorted: Sorted = { fresh: [], known: [], refused: [] };
  for (const line of lines) {
    const device = devices.get(line.values.identity);
    const refusal = refusalOf(line, device, rules);
    if (refusal) sorted.refused.push({ row: line.row, errors: [refusal] });
    else if (device) sorted.known.push({ ...line, device, deviceId: device.id });
    else sorted.fresh.push(line);
  }
  return sorted;
}

function refusalOf(
  line: Line,
  device: RegisteredDevice | undefined,
  { whyNot, shares, groups }: Rules,
): FieldError | undefined {
  const { share, mustBeKnown, macOrSerial, group } = line.values;
  if (device) {
    const refusal = whyNot(line, device) ?? shares.whyNot(device.id, share);
    if (refusal) return refusal;
  } else {
    if (mustBeKnown) return { field: 'mac_or_serial', message: fault('deviceUnknown') };
    const typingError = faultOfNearlyMac(macOrSerial);
    if (typingError) return { field: 'mac_or_serial', message: typingError };
  }
  // Last, since a line that is refused takes no room.
  const noRoom = group === undefined ? undefined : groups.reserve(group, device?.id);
  return noRoom === undefined ? undefined : { field: 'group', message: noRoom };
}
