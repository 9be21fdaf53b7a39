/**
 * A board with a pump, as it may stand beside a tank: it obeys what its polls bring, stops by itself where it
 * was told to, and speaks as well as it can.
 */
export type BoardTraits = {
  /** True if it acknowledges what it did. */
  acknowledges: boolean;
  /** What its pushes say of the pump: how it is, how it was at the push before, nothing, or `off` at all times. */
  status: 'present' | 'late' | 'none' | 'always off';
};

export type GivenCommand = {
  command_id: number;
  command: string;
  turn_off_above?: number | null;
  run_at_most_s?: number;
};

/** A run of the pump, in epoch milliseconds; it goes on where it has no end. */
export type BoardRun = { from: number; until?: number };

export type Board = {
  isOn: () => boolean;
  runs: BoardRun[];
  /** Obeys an answer to a poll. @returns the ids of the commands that it acknowledges. */
  obey: (commands: readonly GivenCommand[], now: number) => number[];
  /** Stops by itself where its time is over, or its own sensor shows the level that it was told. */
  look: (measured: number, now: number) => void;
  /** What a push says of the pump. */
  say: () => 'on' | 'off' | undefined;
};

export function createBoard({ acknowledges, status }: BoardTraits): Board {
  const runs: BoardRun[] = [];
  let stopLevel = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  let saidBefore: 'on' | 'off' = 'off';
  const isOn = () => runs.length > 0 && runs.at(-1)?.until === undefined;
  const stop = (now: number) => {
    const run = runs.at(-1);
    if (run && run.until === undefined) run.until = now;
  };
  return {
    isOn,
    runs,
    obey: (commands, now) => {
      for (const { command, turn_off_above, run_at_most_s } of commands) {
        if (command === 'off') stop(now);
        if (command !== 'on') continue;
        stopLevel = turn_off_above ?? Number.POSITIVE_INFINITY;
        deadline = now + (run_at_most_s ?? Number.POSITIVE_INFINITY) * 1000;
        if (!isOn()) runs.push({ from: now });
      }
      return acknowledges ? commands.map(({ command_id }) => command_id) : [];
    },
    look: (measured, now) => {
      if (now >= deadline || measured >= stopLevel) stop(now);
    },
    say: () => {
      const word = isOn() ? 'on' : 'off';
      const said = status === 'late' ? saidBefore : status === 'always off' ? 'off' : word;
      saidBefore = word;
      return status === 'none' ? undefined : said;
    },
  };
}
