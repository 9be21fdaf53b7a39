/**
 * Set with each change of an incident that people may have to hear of: `notifications/routing/route-incidents.ts`
 * looks for such incidents every second, decides on their recipients, and writes the instant. A new row begins so.
 */
export const unrouted = { routed_at: null } as const;

/** The same in SQL. */
export const setUnrouted = 'routed_at = null';
