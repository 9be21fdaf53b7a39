import type { PumpCommand } from '../../api/operations.ts';

export type StepName = 'sent' | 'delivered' | 'acknowledged' | 'executed' | 'cancelled' | 'expired';

export type Step = {
  name: StepName;
  /** `past` has happened, `next` is awaited, `later` comes after that, `end` ended it early. */
  state: 'past' | 'next' | 'later' | 'end';
  at: string | null;
};

/** Returns the steps of a command from the person to the pump, up to its present state. */
export function stepsOf(command: PumpCommand): Step[] {
  const { status, created_at, delivered_at, acknowledged_at } = command;
  const sent: Step = { name: 'sent', state: 'past', at: created_at };
  const delivered: Step = { name: 'delivered', state: 'past', at: delivered_at };
  const reached = delivered_at === null ? [sent] : [sent, delivered];
  if (status === 'cancelled' || status === 'expired') {
    return [...reached, { name: status, state: 'end', at: null }];
  }
  if (status === 'executed') {
    // Without an acknowledgement a person reported it done.
    const isSaid = acknowledged_at === null;
    return [
      ...reached,
      { name: isSaid ? 'executed' : 'acknowledged', state: 'past', at: acknowledged_at },
    ];
  }
  return [
    sent,
    delivered_at === null ? { ...delivered, state: 'next' } : delivered,
    { name: 'acknowledged', state: delivered_at === null ? 'later' : 'next', at: null },
  ];
}

/**
 * Merges the current state of a command into the list, newest first. Events may arrive out of
 * order, so a further state is kept.
 */
export function withCommand(commands: PumpCommand[], command: PumpCommand): PumpCommand[] {
  const known = commands.find(({ id }) => id === command.id);
  if (known) {
    const isNews = progressOf(command) >= progressOf(known);
    return isNews ? commands.map((each) => (each === known ? command : each)) : commands;
  }
  return [...commands, command].sort((a, b) => b.id - a.id);
}

function progressOf({ status, delivered_at }: PumpCommand): number {
  if (status !== 'pending') return 2;
  return delivered_at === null ? 0 : 1;
}

export type Control =
  | { by: 'hand'; command: 'on' | 'off' }
  | { by: 'kisima'; onBelow: number | null; offAbove: number | null }
  | { by: 'schedule' }
  | { by: 'device' };

/**
 * Finds who controls the pump by the newest command of a person: `auto` hands the pump to the
 * server, any other word takes it back, also if that command is cancelled or expires before the
 * device has it.
 * @param commands newest first.
 * @returns undefined if nobody has sent any.
 */
export function controlOf(commands: readonly PumpCommand[]): Control | undefined {
  const sent = commands.find(({ source }) => source === 'user');
  if (sent?.command === 'auto') {
    return { by: 'kisima', onBelow: sent.turn_on_below, offAbove: sent.turn_off_above };
  }
  if (sent?.command === 'schedule') return { by: sent.schedule ? 'schedule' : 'device' };
  if (sent) return { by: 'hand', command: sent.command };
  // The `auto` command is older than this list, but still in force.
  const isSteered = commands.some(({ source }) => source === 'auto');
  return isSteered ? { by: 'kisima', onBelow: null, offAbove: null } : undefined;
}
