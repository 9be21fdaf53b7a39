/** Device with the instant at which it was last seen, and its place if that is known. */
export type SeenDevice = {
  id: number;
  /** Epoch milliseconds. */
  lastSeenAt: number;
  latitude: number | null;
  longitude: number | null;
};

export type Place = { latitude: number; longitude: number };

export type OpenOutage = {
  id: number;
  /** Instant at which the first of its devices was last seen. */
  since: number;
  devices: number;
  /** Place of its devices; null where it concerns the account as a whole. */
  place: Place | null;
};

export type Silences = {
  /** Devices of one account that count as silent and have no incident yet. */
  silent: SeenDevice[];
  /** Devices that are not silent yet, but late. */
  late: SeenDevice[];
  outages: OpenOutage[];
  accountDevices: number;
  /** Time within which devices fall silent together, in milliseconds. */
  togetherMs: number;
};

export type GroupedSilences = {
  joining: { outage: OpenOutage; place: Place | null; devices: SeenDevice[] }[];
  outages: { place: Place | null; devices: SeenDevice[] }[];
  alone: SeenDevice[];
  /** Devices that may still become part of an outage. */
  waiting: SeenDevice[];
};

/** Least number of devices of an outage. */
export const leastDevices = 3;
const shareOfAccount = 1 / 3;
/** Most devices that an outage needs, however large the account is. */
const mostDevices = 1000;
const nearKm = 2;

/**
 * Separates outages from devices that fall silent by themselves. An outage is at least three devices that
 * fall silent together and are a third of the account, or stand within 2 km of the first of them. It is
 * reported as a whole: a device waits while late ones could still make an outage of it, and no longer than
 * `togetherMs`, since a late device is by then silent or seen.
 */
export function groupSilences(silences: Silences): GroupedSilences {
  const { late, accountDevices, togetherMs } = silences;
  const least = leastOf(accountDevices);
  const { joining, left } = join(silences, least);
  const outages: GroupedSilences['outages'] = [];
  const alone: SeenDevice[] = [];
  const waiting = new Set<SeenDevice>();
  let open = left;
  for (let first = open[0]; first; first = open[0]) {
    const until = first.lastSeenAt + togetherMs;
    const isTogether = ({ lastSeenAt }: SeenDevice) => lastSeenAt <= until;
    const together = open.slice(0, countWhile(open, isTogether));
    const group = groupAround(first, together, least);
    if (group) {
      outages.push(group);
      const members = new Set(group.devices);
      open = open.filter((device) => !members.has(device));
      continue;
    }
    const possible = groupAround(first, [...together, ...late.filter(isTogether)], least);
    for (const device of possible?.devices ?? []) waiting.add(device);
    if (!waiting.has(first)) alone.push(first);
    open = open.slice(1);
  }
  return { joining, outages, alone, waiting: left.filter((device) => waiting.has(device)) };
}

function leastOf(accountDevices: number): number {
  const share = Math.min(mostDevices, Math.ceil(accountDevices * shareOfAccount));
  return Math.max(leastDevices, share);
}

/** Adds devices to known outages; returns the others in the order in which they fell silent. */
function join({ silent, outages, togetherMs }: Silences, least: number) {
  const joining: GroupedSilences['joining'] = [];
  let left = [...silent].sort((a, b) => a.lastSeenAt - b.lastSeenAt || a.id - b.id);
  for (const outage of [...outages].sort((a, b) => a.id - b.id)) {
    const together = left.filter(
      ({ lastSeenAt }) => Math.abs(lastSeenAt - outage.since) <= togetherMs,
    );
    const isWhole = outage.devices + together.length >= least;
    const place = isWhole ? null : outage.place;
    const devices = place ? together.filter((device) => isNear(place, device)) : together;
    if (devices.length === 0) continue;
    joining.push({ outage, place, devices });
    const joined = new Set(devices);
    left = left.filter((device) => !joined.has(device));
  }
  return { joining, left };
}

/**
 * Returns the outage of these devices, which fell silent together with the first of them, if they are one.
 */
function groupAround(first: SeenDevice, together: SeenDevice[], least: number) {
  if (together.length >= least) return { place: null, devices: together };
  const place = placeOf(first);
  if (!place || together.length < leastDevices) return undefined;
  const devices = together.filter((device) => isNear(place, device));
  return devices.length >= leastDevices ? { place, devices } : undefined;
}

function placeOf({ latitude, longitude }: SeenDevice): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

const kmOfDegree = 111.2;

/** Calculated on a flat map, which is exact to the metre at such distances. */
function isNear(place: Place, { latitude, longitude }: SeenDevice): boolean {
  if (latitude === null || longitude === null) return false;
  const north = (latitude - place.latitude) * kmOfDegree;
  if (Math.abs(north) > nearKm) return false;
  const degrees = Math.abs(longitude - place.longitude);
  const east = Math.min(degrees, 360 - degrees) * kmOfDegree * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(north, east) <= nearKm;
}

function countWhile<T>(items: T[], holds: (item: T) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}
