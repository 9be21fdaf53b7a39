import type { Logger } from 'pino';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { FormObject, RecordId } from '../../../kit/api/schema/schema.ts';
import { compileCheck } from '../../../kit/api/schema/validator.ts';
import type { KnownDevice } from '../../direct/known-device.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { Touch } from '../../direct/note-device.ts';
import { requireServer } from '../../guards.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import { takeAck } from '../../pump-commands/deliver-commands.ts';
import { findAcknowledged } from '../../pump-commands/queries.ts';
import type { Outcome } from './message.ts';
import type { ObserveMessage } from './observe-mqtt.ts';
import {
  failureOf,
  readJson,
  type Speaker,
  type TakeReadingsDeps,
  takeReadings,
} from './take-readings.ts';
import { branches } from './topics.ts';

export type TakeMessageDeps = PublishDeps<'commandsChanged'> &
  TakeReadingsDeps & {
    log: Logger;
    devices: Pick<KnownDevices, 'identify'>;
    touch: Touch;
    observe: ObserveMessage;
  };

/** A message of a device, on a branch of its own topics. */
export type DeviceMessage = Speaker & {
  branch: string;
  payload: string;
  /** Does something that may have to wait for the device's allowance. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Set where a device that sends too fast can be made to wait; else what it sends is refused. */
  canWait: boolean;
  /** Is told what of the message was refused or left out. */
  told: (answer: object) => void;
  /** Is told that commands wait for the device. */
  waiting: () => void;
};

const checkAck = compileCheck<{ command_id: number }>(FormObject({ command_id: RecordId }));
const words = ['online', 'offline'];

/** Makes what takes the messages of devices, whichever broker they come by. */
export function createTakeMessage(deps: TakeMessageDeps) {
  const { db, clock, log, devices, touch, observe } = deps;

  const hear = async ({ identity, apiKey }: Speaker): Promise<KnownDevice> => {
    const device = await devices.identify(identity, { apiKey });
    await touch(device);
    requireServer(db, device);
    return device;
  };

  const acknowledge = async (message: DeviceMessage): Promise<void> => {
    const read = checkAck(readJson(message.payload));
    if ('error' in read) throw read.error;
    const device = await hear(message);
    const key = { deviceId: device.id, commandId: read.value.command_id };
    // At QoS 1 a message comes again whose acknowledgement was lost.
    if (await findAcknowledged(db.readWhole, key)) return;
    await takeAck(deps, key, clock());
  };

  const noteStatus = async (message: DeviceMessage): Promise<void> => {
    if (!words.includes(message.payload)) {
      throw failures.malformed('A status is online or offline.');
    }
    // That it is cut off says nothing of the tank: a device is offline when its readings stay away.
    if (message.payload === 'online') await hear(message);
  };

  const take = async (message: DeviceMessage): Promise<Outcome> => {
    switch (message.branch) {
      case branches.readings: {
        const { answer, pending } = await message.inTurn(() =>
          takeReadings(deps, message.payload, message),
        );
        if (answer) message.told(answer);
        if (pending > 0) message.waiting();
        return 'taken';
      }
      case branches.acks:
        await acknowledge(message);
        return 'taken';
      case branches.status:
        await noteStatus(message);
        return 'taken';
      default:
        return 'refused';
    }
  };

  return async (message: DeviceMessage): Promise<Outcome> => {
    try {
      const outcome = await take(message);
      observe(message.branch, outcome);
      return outcome;
    } catch (error) {
      const failure = failureOf(error);
      const isForGood =
        failure && failure.status < 500 && (failure.status !== 429 || !message.canWait);
      observe(message.branch, isForGood ? 'told' : 'again');
      if (isForGood) {
        message.told(failure);
        return 'taken';
      }
      if (!failure) log.error({ err: error }, 'a message of MQTT could not be taken');
      return 'again';
    }
  };
}
