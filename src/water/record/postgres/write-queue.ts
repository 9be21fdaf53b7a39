import type { Asked, Pipeline, PipelineValue, PreparedStatement } from '../../../db/pipeline.ts';
import type { RememberedDevices, VersionedStatus } from './device-memory.ts';
import { deviceVersions, statusRows } from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

export type WriteQueue = ReturnType<typeof createWriteQueue>;

/**
 * What a batch only writes: it waits for the next question, or for the commit, and goes with it in one
 * round trip. Whatever goes first holds the devices, so that two batches never wait for each other.
 * @param areHeld whether the transaction holds the devices already.
 */
export function createWriteQueue(
  pipeline: Pipeline,
  statements: Statements,
  { devices, areHeld }: { devices: RememberedDevices; areHeld: boolean },
) {
  let waiting: Asked[] = [];
  let isHeld = areHeld;
  let save: Asked | undefined;

  const statuses = (): VersionedStatus[] => [...devices.values()].map(({ status }) => status);

  const takeWaiting = (): Asked[] => {
    const asked = waiting;
    if (!isHeld) {
      asked.unshift({
        statement: statements.holdRemembered,
        values: deviceVersions.values(statuses()),
      });
    }
    isHeld = true;
    waiting = [];
    return asked;
  };

  /** Notes the version that the devices have by it, where it was among what was sent. */
  const noteVersion = (asked: Asked[], results: unknown[][]): void => {
    if (!save || !asked.includes(save)) return;
    const [saved] = results[asked.indexOf(save)] as { version: number }[];
    for (const status of statuses()) status.version = saved?.version ?? status.version;
  };

  return {
    /** Has rows written. */
    add: (statement: PreparedStatement, values: PipelineValue[]): void => {
      waiting.push({ statement, values });
    },
    /**
     * Has the status rows of all devices of the batch written as they are now: the version that they
     * have by it stands for all that is remembered of a device.
     */
    saveDeviceStatus: (): void => {
      if (devices.size === 0) return;
      save = { statement: statements.saveDeviceStatus, values: statusRows.values(statuses()) };
      // A batch that holds nothing yet begins with it: saving devices holds them.
      waiting = isHeld ? [...waiting, save] : [save, ...waiting];
      isHeld = true;
    },
    /** Sends what waits and then a question. @returns the rows that answer it. */
    ask: async <R>(statement: PreparedStatement, values: PipelineValue[]): Promise<R[]> => {
      const asked = [...takeWaiting(), { statement, values }];
      const results = await pipeline.ask(...asked);
      noteVersion(asked, results);
      return (results.at(-1) ?? []) as R[];
    },
    /** Sends what still waits, and commits. */
    commit: async (): Promise<void> => {
      const asked = takeWaiting();
      noteVersion(asked, await pipeline.commit(...asked));
    },
  };
}
