import type { PumpCommand } from '../../api/operations.ts';

/** Where a command is on its way; the words of each stand in words.ts. */
export type StepName = 'sent' | 'delivered' | 'acknowledged' | 'executed' | 'cancelled' | 'expired';

export type Step = {
  name: StepName;
  /** `past` has happened, `next` is waited for, `later` comes after that, `end` ended it early. */
  state: 'past' | 'next' | 'later' | 'end';
  /** When it happened, where that is known. */
  at: string | null;
};

/** The way of a command from the person to the pump, as far as it has come. */
export function stepsOf(command: PumpCommand): Step[] {
  const { status, created_at, delivered_at, acknowledged_at } = command;
  const sent: Step = { name: 'sent', state: 'past', at: created_at };
  const delivered: Step = { name: 'delivered', state: 'past', at: delivered_at };
  const reached = delivered_at === null ? [sent] : [sent, delivered];
  if (status === 'cancelled' || status === 'expired') {
    return [...reached, { name: status, state: 'end', at: null }];
  }
  if (status === 'executed') {
    // Without an acknowledgement a person has said so.
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
 * The commands, newest first, with one as it is now. News may come in another order than it happened
 * in, so what has come further on its way stays.
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

/** Who decides over the pump by now. */
export type Control =
  | { by: 'hand'; command: 'on' | 'off' }
  | { by: 'kisima'; onBelow: number | null; offAbove: number | null }
  | { by: 'schedule' }
  | { by: 'device' };

/**
 * Read off the newest command that a person sent: `auto` hands the pump to the server, any other word
 * takes it back, also when that command is cancelled or expires before the device has it.
 * @param commands newest first.
 * @returns undefined where nobody has sent any.
 */
export function controlOf(commands: readonly PumpCommand[]): Control | undefined {
  const sent = commands.find(({ source }) => source === 'user');
  if (sent?.command === 'auto') {
    return { by: 'kisima', onBelow: sent.turn_on_below, offAbove: sent.turn_off_above };
  }
  if (sent?.command === 'schedule') return { by: sent.schedule ? 'schedule' : 'device' };
  if (sent) return { by: 'hand', command: sent.command };
  // The order to steer is further back than this list, but it is followed.
  const isSteered = commands.some(({ source }) => source === 'auto');
  return isSteered ? { by: 'kisima', onBelow: null, offAbove: null } : undefined;
}
