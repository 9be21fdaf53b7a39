import type { Logger } from 'pino';
import type { KeyRefusal } from '../../../db/tables/device-tables.ts';
import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import { FormObject, RecordId } from '../../../kit/api/schema/schema.ts';
import { compileCheck } from '../../../kit/api/schema/validator.ts';
import { withoutEdges } from '../../../kit/http/body-edges.ts';
import type { DeviceDoor, Identified } from '../../direct/device-door.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { takeAck } from '../../pump-commands/deliver-commands.ts';
import { findAcknowledged } from '../../pump-commands/queries.ts';
import { isAboutOneRow } from '../../record/row-failures.ts';
import type { Outcome } from './message.ts';
import type { ObserveMessage } from './observe-mqtt.ts';
import { door, failureOf, readPayload, type Speaker, takeReadings } from './take-readings.ts';
import { branches } from './topics.ts';

export type TakeMessageDeps = PublishDeps<'commandsChanged'> & {
  log: Logger;
  deviceDoor: DeviceDoor;
  observe: ObserveMessage;
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
};

/** A message of a device, on a branch of its own topics. */
export type DeviceMessage = Speaker & {
  branch: string;
  /** Without its signature. */
  payload: string;
  /** Set where it comes to each process, and so a signed one again after its counter was taken. */
  isForAll?: boolean;
  /** Does something that may have to wait for the device's allowance. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Set where a device that sends too fast can be made to wait; else what it sends is refused. */
  canWait: boolean;
  /** Tells the device what of its message was refused or left out; resolves before the acknowledgement. */
  publishErrors: (answer: object) => Promise<void>;
  /** Sends the device the commands that wait for it, if any do. */
  sendCommands: () => void;
  /**
   * Notes what the device says of itself.
   * @param isProven true where that was signed by a counter that is new.
   */
  noteStatus: (word: Word, isProven: boolean) => Promise<void>;
};

const known: readonly string[] = Object.values(branches);
const longestShown = 100;
const noBranch = ({ branch }: DeviceMessage) =>
  failures.notFound(
    `A device publishes on readings, acks and status; ${branch.slice(0, longestShown)} was`,
  );

const checkAck = compileCheck<{ command_id: number }>(FormObject({ command_id: RecordId }));
const words = ['online', 'offline'] as const;
export type Word = (typeof words)[number];

/** Creates the function that takes messages of devices, whichever broker they come by. */
export function createTakeMessage(deps: TakeMessageDeps) {
  const { db, clock, log, deviceDoor, observe, countKeyRefusal } = deps;

  const identify = (
    { identity, apiKey, signed }: Speaker,
    countRefusal = countKeyRefusal,
  ): Promise<Identified> => deviceDoor.identify({ identity, apiKey, signed, door }, countRefusal);

  const acknowledge = async (message: DeviceMessage): Promise<void> => {
    const read = checkAck(readPayload(message.payload));
    if ('error' in read) throw read.error;
    const { device } = await identify(message);
    const key = { deviceId: device.id, commandId: read.value.command_id };
    // At QoS 1 a message comes again whose acknowledgement was lost.
    if (!(await findAcknowledged(db.readWhole, key))) await takeAck(deps, key, clock());
    // Pending commands were sealed by the counter before this one.
    if (message.signed) message.sendCommands();
  };

  /** Whether a signature proves what a message says; what another process has taken, or a broker has kept, is no replay. */
  const isProven = async (message: DeviceMessage): Promise<boolean> => {
    const countRefusal = message.isForAll ? countAllButReplays : countKeyRefusal;
    try {
      const { isRepeat, isLate } = await identify(message, countRefusal);
      return message.signed !== undefined && !isRepeat && !isLate;
    } catch (error) {
      const isTakenElsewhere = error instanceof ApiError && error.code === 'counter_used';
      if (message.isForAll && isTakenElsewhere) return false;
      throw error;
    }
  };

  const countAllButReplays: typeof countKeyRefusal = (id, why) => {
    if (why !== 'replayed') countKeyRefusal(id, why);
  };

  const takeStatus = async (message: DeviceMessage): Promise<void> => {
    const said = withoutEdges(message.payload)
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase();
    const word = words.find((each) => each === said);
    if (!word) throw failures.malformed('A status is online or offline.');
    // That it is cut off says nothing of the tank: a device is offline when its readings stay away.
    if (word === 'offline') return await message.noteStatus(word, false);
    await message.noteStatus(word, await isProven(message));
  };

  /** @returns what of the message is counted. */
  const take = async (message: DeviceMessage): Promise<'taken' | 'refused'> => {
    switch (message.branch) {
      case branches.readings: {
        const { answer, pending } = await message.inTurn(() =>
          takeReadings(deviceDoor, message.payload, message),
        );
        if (answer) await message.publishErrors(answer);
        if (pending > 0) message.sendCommands();
        return 'taken';
      }
      case branches.acks:
        await acknowledge(message);
        return 'taken';
      case branches.status:
        await takeStatus(message);
        return 'taken';
      default:
        // MQTT 3.1.1 cannot report it otherwise. Nothing is said of branches on which the server itself publishes.
        if (!known.includes(message.branch))
          await message.publishErrors(failureOf(noBranch(message)) ?? {});
        return 'refused';
    }
  };

  return async (message: DeviceMessage): Promise<Outcome> => {
    try {
      const counted = await take(message);
      observe(message.branch, counted);
      return counted === 'taken' ? 'acknowledge' : 'forbidden';
    } catch (error) {
      const failure = failureOf(error);
      const isForGood = failure && (isRefusal(failure, message) || isRowRefused(error));
      observe(message.branch, isForGood ? 'told' : 'again');
      if (isForGood) {
        await message.publishErrors(failure);
        // As after an acknowledgement: the counter has moved on.
        if (message.signed?.isTaken) message.sendCommands();
        return 'acknowledge';
      }
      if (!failure) log.error({ err: error }, 'a message of MQTT could not be taken');
      return 'again';
    }
  };
}

function isRefusal({ status }: { status: number }, { canWait }: DeviceMessage): boolean {
  return status < 500 && (status !== 429 || !canWait);
}

/**
 * Whether storage refuses rows of the message and would again: a broker brings what is not acknowledged without end, and
 * nothing behind it is heard meanwhile. Over HTTP a board can leave such a one for later by itself.
 */
function isRowRefused(error: unknown): boolean {
  return error instanceof ApiError && isAboutOneRow(error.extras.cause);
}
