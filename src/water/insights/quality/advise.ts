/** What an owner can do about a sensor. */
export const adviceCodes = [
  'report_more_often',
  'stilling_pipe',
  'mount_higher',
  'dirty_sensor',
  'coarse_steps',
  'shade_sensor',
  'check_network',
] as const;
export type AdviceCode = (typeof adviceCodes)[number];
