import { type Static, Type } from 'typebox';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { App } from '../../kit/http/app.ts';
import { usualBodyLimit } from '../../kit/http/body-parsers.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { deliverCommands, takeAck } from '../pump-commands/deliver-commands.ts';
import { findAcknowledged } from '../pump-commands/queries.ts';
import { Command, presentCommand } from '../pump-commands/schemas.ts';
import { createInstantTexts } from '../sensors/history/instant-texts.ts';
import { addBatchRoutes } from './batch/routes.ts';
import type { DeviceDoor } from './device-door.ts';
import { compileDeviceCheck } from './device-form.ts';
import { PushForm } from './push-form.ts';
import {
  AckForm,
  PolledCommand,
  PollQuery,
  PushAnswer,
  presentPolled,
  presentPushed,
} from './schemas.ts';
import {
  readSignatures,
  type SentSignature,
  signatureHeader,
  signatureOf,
} from './signed/sent-signature.ts';
import { signAnswers } from './signed/sign-answers.ts';

export type DirectDeps = PublishDeps & { deviceDoor: DeviceDoor };

/** A device pays for every byte: none of the headers that only browsers read. */
const forDevices = { bodyLimit: usualBodyLimit, config: { isForDevices: true } } as const;
const tags = ['Direct device endpoints'];

/** Section 4, "Direct device endpoints": no bearer token, forms or JSON. */
export function addDirectRoutes(app: App, deps: DirectDeps): void {
  readSignatures(app);
  signAnswers(app);
  const { clock, deviceDoor } = deps;
  const { takePush, takeBatch, inTime } = deviceDoor;
  // Pushes of one moment share most of how their instants are written.
  const texts = createInstantTexts();

  const push = async (sent: unknown, signed?: SentSignature): Promise<Static<typeof PushAnswer>> =>
    presentPushed(await takePush(sent, { signed }), texts);

  const identify = (sent: Static<typeof PollQuery>, signed: SentSignature | undefined) =>
    deviceDoor.identify({ identity: sent.mac_address, apiKey: sent.api_key, signed });

  const poll = async (query: Static<typeof PollQuery>, signed: SentSignature | undefined) => {
    const { device } = await identify(query, signed);
    const now = clock();
    const commands = await deliverCommands(deps, device.id, now);
    return commands.map((delivered) => presentPolled(delivered, now));
  };

  const acknowledge = async (body: Static<typeof AckForm>, signed: SentSignature | undefined) => {
    const { device, isRepeat } = await identify(body, signed);
    const now = clock();
    const key = { deviceId: device.id, commandId: body.command_id };
    // A signed repeat gets the answer that was lost; an unsigned one is refused as acknowledged already.
    const before = isRepeat ? await findAcknowledged(deps.db.readWhole, key) : undefined;
    if (before) return presentCommand(before, now);
    return presentCommand(await takeAck(deps, key, now), now);
  };

  app.post(
    '/iot_push.php',
    {
      ...forDevices,
      config: { ...forDevices.config, fastPath: push, slowHeader: signatureHeader },
      // `push` reads what came itself, since it counts what it refuses.
      validatorCompiler: () => (value) => ({ value }),
      schema: {
        summary: 'Push a reading',
        tags,
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: PushForm,
        response: { 201: PushAnswer, ...fails(401, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return await push(request.body, signatureOf(request));
    },
  );

  addBatchRoutes(app, takeBatch);

  app.get(
    '/iot_commands.php',
    {
      ...forDevices,
      validatorCompiler: compileDeviceCheck,
      schema: {
        summary: 'Poll for pending pump commands',
        tags,
        querystring: PollQuery,
        response: { 200: Type.Array(PolledCommand), ...fails(401, 404, 409) },
      },
    },
    async (request) => await inTime(poll(request.query, signatureOf(request))),
  );

  app.post(
    '/iot_ack.php',
    {
      ...forDevices,
      validatorCompiler: compileDeviceCheck,
      schema: {
        summary: 'Acknowledge an executed pump command',
        tags,
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: AckForm,
        response: { 200: Command, ...fails(401, 404, 409) },
      },
    },
    async (request) => await inTime(acknowledge(request.body, signatureOf(request))),
  );
}
