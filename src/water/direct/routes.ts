import { type Static, Type } from 'typebox';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { createAnswerWithin } from '../../kit/async/deadline.ts';
import type { App } from '../../kit/http/app.ts';
import { usualBodyLimit } from '../../kit/http/body-parsers.ts';
import { requireServer } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { deliverCommands, takeAck } from '../pump-commands/deliver-commands.ts';
import { findAcknowledged } from '../pump-commands/queries.ts';
import { Command, presentCommand } from '../pump-commands/schemas.ts';
import { createInstantTexts } from '../sensors/history/instant-texts.ts';
import { addBatchRoutes } from './batch/routes.ts';
import { compileDeviceCheck } from './device-form.ts';
import { createReportRefused, createTouch } from './note-device.ts';
import type { PushDeps } from './push.ts';
import { PushForm } from './push-form.ts';
import { AckForm, PolledCommand, PollQuery, PushAnswer, presentPolled } from './schemas.ts';
import {
  readSignatures,
  type SentSignature,
  signatureHeader,
  signatureOf,
} from './signed/sent-signature.ts';
import { signAnswers } from './signed/sign-answers.ts';
import { takeSigned } from './signed/take-signed.ts';
import { createTakePush, presentPushed } from './take-push.ts';

export type DirectDeps = PublishDeps & PushDeps;

/** A device pays for every byte: none of the headers that only browsers read. */
const forDevices = { bodyLimit: usualBodyLimit, config: { isForDevices: true } } as const;
const tags = ['Direct device endpoints'];

/**
 * Longest wait of a device for its answer. Proxies hang up after 30 seconds or 60, and a device that hears
 * nothing learns neither that it is to come again nor when.
 */
const answerWithinMs = 20_000;

/** Section 4, "Direct device endpoints": no bearer token, forms or JSON. */
export function addDirectRoutes(app: App, deps: DirectDeps): void {
  readSignatures(app);
  signAnswers(app);
  const { devices, clock } = deps;
  const touch = createTouch(deps);
  const reportRefused = createReportRefused({ ...deps, touch });
  const inTime = createAnswerWithin(deps.timers, answerWithinMs, () =>
    failures.unavailable('Storage does not keep up; try again.'),
  );
  // Pushes of one moment share most of how their instants are written.
  const texts = createInstantTexts();

  const take = createTakePush(deps, reportRefused);
  const push = async (sent: unknown, signed?: SentSignature): Promise<Static<typeof PushAnswer>> =>
    presentPushed(await inTime(take(sent, { signed })), texts);

  /** Finds who asks, and notes that they do. @returns whether the very same message has come before. */
  const hear = async (sent: Static<typeof PollQuery>, signed: SentSignature | undefined) => {
    const { mac_address, api_key: apiKey } = sent;
    const device = await devices.identify(mac_address, { apiKey, signed });
    if (!signed) await touch(device);
    requireServer(deps.db, device);
    const isRepeat = signed ? (await takeSigned(deps, device, signed)).isRepeat : false;
    return { device, isRepeat };
  };

  const poll = async (query: Static<typeof PollQuery>, signed: SentSignature | undefined) => {
    const { device } = await hear(query, signed);
    const now = clock();
    const commands = await deliverCommands(deps, device.id, now);
    return commands.map((delivered) => presentPolled(delivered, now));
  };

  const acknowledge = async (body: Static<typeof AckForm>, signed: SentSignature | undefined) => {
    const { device, isRepeat } = await hear(body, signed);
    const now = clock();
    const key = { deviceId: device.id, commandId: body.command_id };
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

  addBatchRoutes(app, { ...deps, touch, reportRefused, inTime });

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
