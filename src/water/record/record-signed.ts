import type { Partition } from '../../db/pipeline.ts';
import type { TakenPart } from './batch-items.ts';
import type {
  NewReading,
  RecordedReading,
  Recorder,
  SignedMessage,
  TakenMessage,
} from './reading.ts';
import { asOf } from './take-counters.ts';

type SignedDeps = {
  partitionOf: (deviceId: number) => Partition | undefined;
  /** Adds a message, or what is left of it, to the next batch of a partition. */
  add: (partition: Partition | undefined, message: SignedMessage) => Promise<TakenPart>;
  recordAll: Recorder['recordAll'];
};

/** Creates `recordSigned`; a message may take several batches. */
export function createRecordSigned({ partitionOf, add, recordAll }: SignedDeps) {
  /** Messages whose readings are being stored on other servers: a copy waits for them, and finds them stored. */
  const underWay = new Map<string, Promise<unknown>>();

  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (underWay.get(key) ?? Promise.resolve()).then(work);
    const settled = done.catch(() => {});
    underWay.set(key, settled);
    try {
      return await done;
    } finally {
      if (underWay.get(key) === settled) underWay.delete(key);
    }
  };

  /** Adds a message until none of it is postponed; its counter is taken with the last of it. */
  const takeAll = async (message: SignedMessage): Promise<TakenMessage> => {
    const { deviceId, readings } = message;
    const results = new Map<number, RecordedReading | Error>();
    for (let [open, left] = [[...readings.keys()], message]; ; ) {
      const { outcome, recorded } = await add(partitionOf(deviceId), left);
      if (outcome.verdict === 'used' || outcome.verdict === 'ended')
        return { outcome, recorded: [] };
      for (const [at, index] of open.entries()) {
        const result = recorded[at];
        if (result !== undefined && result !== 'postponed') results.set(index, result);
      }
      if (outcome.verdict !== 'postponed') {
        return { outcome, recorded: readings.map((_, at) => results.get(at) as RecordedReading) };
      }
      open = open.filter((index) => !results.has(index));
      const rest = open.map((index) => readings[index] as NewReading);
      left = { ...message, readings: rest, takenAt: outcome.at };
    }
  };

  /** Adds the readings of a message that lie on other servers than its sender, once its counter is taken. */
  const recordElsewhere = async (
    { deviceId, proof, readings, at }: SignedMessage,
    { outcome, recorded: own }: TakenMessage,
    isOwn: (reading: NewReading) => boolean,
  ): Promise<TakenMessage> => {
    if (outcome.verdict === 'used' || outcome.verdict === 'ended') return { outcome, recorded: [] };
    const others = readings.filter((reading) => !isOwn(reading));
    // Dated by the commit of the counter, so that a copy gets the same times: the other server has a clock of its own.
    const dated = others.map((reading) => asOf(reading, outcome, at));
    const stored = await inTurn(`${deviceId} ${proof.tag}`, () => recordAll(dated));
    const [ownNext, otherNext] = [own.values(), stored.values()];
    const recorded = readings.map(
      (reading) => (isOwn(reading) ? ownNext : otherNext).next().value as RecordedReading,
    );
    return { outcome, recorded };
  };

  return async (message: SignedMessage): Promise<TakenMessage> => {
    const { deviceId, readings } = message;
    const partition = partitionOf(deviceId);
    const isOwn = (reading: NewReading) =>
      !partition?.shard || partitionOf(reading.deviceId) === partition;
    const own = readings.filter(isOwn);
    const taken = await takeAll({ ...message, readings: own });
    return own.length === readings.length ? taken : await recordElsewhere(message, taken, isOwn);
  };
}
