import { useEffect, useRef, useState } from 'preact/hooks';
import { call, callRaw } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import type { Device } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import type { DeviceRow } from './device-file.ts';
import { type ImportEnd, isPatience, type Outcome, runImport } from './run-import.ts';

type Import = {
  outcomes: ReadonlyMap<DeviceRow, Outcome>;
  isRunning: boolean;
  /** End of the last run; undefined before the first, and during one. */
  end: ImportEnd | undefined;
  /** Seconds for which the server asked to wait; else 0. */
  waitSeconds: number;
  /** Registers the rows that have no outcome yet. */
  start: () => Promise<void>;
  cancel: () => void;
};

/** Runs an import of `rows` for a screen; leaving the screen cancels it. */
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

/**
 * Registers a device of the file with its name and tank. Every step can be repeated, so an
 * interrupted line is simply done again.
 */
async function registerRow(row: DeviceRow): Promise<Outcome> {
  const response = await callRaw('POST /api/devices.php?action=register', {
    body: { mac_or_serial: row.macOrSerial },
  });
  const device = (await response.json()) as Device;
  const isNew = response.status === 201;
  try {
    await setUp(row, device, isNew);
  } catch (failure) {
    // Waiting and lost connections are handled by `runImport`.
    if (!(failure instanceof Failure) || isPatience(failure)) throw failure;
    return { kind: 'partly', deviceId: device.id, failure };
  }
  return { kind: isNew ? 'registered' : 'yours', deviceId: device.id };
}

async function setUp(row: DeviceRow, device: Device, isNew: boolean): Promise<void> {
  const { name, capacity, high, low } = row;
  const { id: device_id, mac_or_serial } = device;
  if (name !== undefined && name !== device.device_name) {
    const body = { mac_or_serial, device_name: name };
    await call('PUT /api/devices.php?action=update-name', { body });
  }
  if ((capacity ?? high ?? low) === undefined) return;
  const sensor_name = isNew ? 'main' : await firstSensor(device_id);
  const body = {
    device_id,
    sensor_name,
    capacity: capacity ?? null,
    high_threshold: high ?? null,
    low_threshold: low ?? null,
  };
  await call('POST /api/sensor_configs.php?action=save', { body });
}

/** Finds the sensor that the line configures, if the device was set up before. */
async function firstSensor(device_id: string): Promise<string> {
  const [first] = await call('GET /api/sensor_configs.php?action=list', { query: { device_id } });
  return first?.sensor_name ?? 'main';
}
