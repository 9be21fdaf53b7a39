/** While the server steers a pump: below one level it is switched on, above the other off. */
export type Automation = { onBelow: number; offAbove: number };

/** The last `on` or `off` that was sent to the pump. */
export type LastSwitch = { command: 'on' | 'off'; isPending: boolean };

/**
 * The command that a reading calls for, if any. Between the thresholds the pump keeps doing what it
 * does. Nothing is sent twice: not while the same command still waits for the device, nor to a pump
 * that says it already does so; a pump that says nothing is believed to do what it was last told.
 */
export function steerPump(
  { onBelow, offAbove }: Automation,
  level: number,
  pump: 'on' | 'off' | null,
  last: LastSwitch | undefined,
): 'on' | 'off' | undefined {
  const wanted = level < onBelow ? 'on' : level > offAbove ? 'off' : undefined;
  if (!wanted) return undefined;
  if (last?.isPending && last.command === wanted) return undefined;
  // A waiting command of the other kind would undo what the pump does now.
  if (last?.isPending) return wanted;
  const current = pump ?? last?.command;
  return current === wanted ? undefined : wanted;
}
