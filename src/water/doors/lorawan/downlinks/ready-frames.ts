/** How the commands of a pump are written, for boards whose makers publish it. */
export type ReadyFrames = { model: string; name: string; f_port: number; on: string; off: string };

/**
 * Dragino LT-22222-L (user manual, "Control relay output", firmware 1.6 and later): `05 00` sets a relay for
 * some milliseconds, after which it changes to the inverse; with `05 01` it would go back to the state before,
 * which is on for a second `on`. `03` opens it for good. `2` and `11` leave the other relay alone.
 */
export const readyFrames: readonly ReadyFrames[] = [
  {
    model: 'lt-22222-l-ro1',
    name: 'Dragino LT-22222-L, RO1',
    f_port: 2,
    on: '05 00 12 {ms4}',
    off: '03 00 11',
  },
  {
    model: 'lt-22222-l-ro2',
    name: 'Dragino LT-22222-L, RO2',
    f_port: 2,
    on: '05 00 21 {ms4}',
    off: '03 11 00',
  },
];
