import { useEffect, useRef, useState } from 'preact/hooks';
import { loadTanks } from '../../tanks/tanks.ts';
import type { DeviceRow } from './device-file.ts';
import { registerRow } from './register-row.ts';
import { type ImportEnd, type Outcome, runImport } from './run-import.ts';

export type Import = {
  outcomes: ReadonlyMap<DeviceRow, Outcome>;
  isRunning: boolean;
  /** How the last run ended; undefined before the first, and during one. */
  end: ImportEnd | undefined;
  /** Seconds for which the server asked for patience; 0 while it does not. */
  waitSeconds: number;
  /** Registers the rows that have no outcome yet. */
  start: () => Promise<void>;
  cancel: () => void;
};

/** An import of `rows` that a screen watches; leaving the screen cancels it. */
export function useImport(rows: readonly DeviceRow[]): Import {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<DeviceRow, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [end, setEnd] = useState<ImportEnd>();
  const [waitSeconds, setWaitSeconds] = useState(0);
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    const own = new AbortController();
    controller.current = own;
    setEnd(undefined);
    setRunning(true);
    const ended = await runImport({
      rows: rows.filter((row) => !row.problem && !outcomes.has(row)),
      register: registerRow,
      onOutcome: (row, outcome) => setOutcomes((known) => new Map(known).set(row, outcome)),
      onWait: setWaitSeconds,
      wait: (seconds) => sleep(seconds * 1000, own.signal),
      signal: own.signal,
    });
    setRunning(false);
    setEnd(ended);
    void loadTanks();
  };
  return {
    outcomes,
    isRunning,
    end,
    waitSeconds,
    start,
    cancel: () => controller.current?.abort(),
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
