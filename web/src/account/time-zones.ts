/** The time zones that this browser knows, those of Africa first, since most owners live there. */
export function timeZones(): string[] {
  // Browsers from before 2022 have no list; the field then takes what is typed.
  if (typeof Intl.supportedValuesOf !== 'function') return ['Africa/Nairobi'];
  const all = Intl.supportedValuesOf('timeZone');
  const [african, others] = [true, false].map((isAfrican) =>
    all.filter((zone) => zone.startsWith('Africa/') === isAfrican),
  );
  return [...(african ?? []), ...(others ?? [])];
}
