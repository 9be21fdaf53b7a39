import type { Switch } from './board.ts';

/** A time that the pump was under current, by somebody's order. */
export type Run = {
  from: number;
  /** The minute it ended; `undefined` while it goes on. */
  until?: number;
  startedBy: Switch;
  endedBy?: Switch;
  /** True where another `on` came amid the run that the server's own steering did not send. */
  prolonged: boolean;
};

/** What was true, by the minute. */
export function createHistory(minutes: number) {
  return {
    minutes,
    level: new Float32Array(minutes),
    /** What the board's sensor said. */
    measured: new Float32Array(minutes),
    /** Litres that the pump brought, that people took, and that ran over the lip. */
    flow: new Float32Array(minutes),
    used: new Float32Array(minutes),
    spilt: new Float32Array(minutes),
    isOn: new Uint8Array(minutes),
    /** 1 where the source would have given water. */
    sourceWater: new Uint8Array(minutes),
    /** 1 where the pump would have brought it. */
    pumpAble: new Uint8Array(minutes),
    isPriming: new Uint8Array(minutes),
    hasPower: new Uint8Array(minutes),
    /** 1 where a push came to the server, 2 where anything else did, 3 both. */
    heard: new Uint8Array(minutes),
    runs: [] as Run[],
    /** Minutes at which the board obeyed an `off`, and the relay did not. */
    defied: [] as number[],
  };
}

export type History = ReturnType<typeof createHistory>;
