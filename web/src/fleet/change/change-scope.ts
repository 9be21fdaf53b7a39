import { say as sayFleet } from '../words.ts';
import { say } from './words.ts';

/** What a change is of: devices, or the tanks of their sensors. */
export type ChangeScope = 'devices' | 'tanks';

/** What a change says of so many devices or tanks. */
export const countsOf = {
  devices: {
    chosen: sayFleet.intoGroupHint,
    leftOut: say.notOwn,
    asks: say.changes,
    does: say.doIt,
    changed: say.changed,
    failed: say.failed,
    undone: say.undone,
  },
  tanks: {
    chosen: say.tanksManaged,
    leftOut: sayFleet.notYours,
    asks: say.changesTanks,
    does: say.doTanks,
    changed: say.changedTanks,
    failed: say.failedTanks,
    undone: say.undoneTanks,
  },
} as const satisfies Record<ChangeScope, Record<string, (of: { count: number }) => string>>;
