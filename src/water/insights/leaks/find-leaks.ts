/** How a leak shows. */
export const leakKinds = ['night_flow', 'never_stops'] as const;
export type LeakKind = (typeof leakKinds)[number];

/** What looks like a leak and is none. */
export const otherCauses = [
  'night_use',
  'slow_float_valve',
  'sensor_drift',
  'evaporation',
] as const;
export type OtherCause = (typeof otherCauses)[number];
