import { Type } from 'typebox';
import { operationsForAdmins } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { App } from '../../../kit/http/app.ts';
import type { ProviderEvents } from '../provider.ts';
import { addAfricasTalkingCallbacks, callbackPaths } from './callbacks.ts';

type AfricasTalkingDeps = { events: ProviderEvents; guard: Guard; secret: Buffer };

const CallbackPaths = Type.Object({
  delivery_reports: Type.String(),
  incoming_messages: Type.String(),
  opt_outs: Type.String(),
});

/** Adds the callbacks of Africa's Talking, and the operation that shows administrators their addresses. */
export async function addAfricasTalkingRoutes(app: App, deps: AfricasTalkingDeps): Promise<void> {
  const { guard, secret } = deps;
  const operation = operationsForAdmins(guard, 'SMS administration');
  await addAfricasTalkingCallbacks(app, deps);

  app.get(
    '/admin/africas-talking/callbacks',
    operation({
      summary: "Paths that Africa's Talking is to post to; whoever knows them is believed",
      response: { 200: CallbackPaths },
    }),
    async () => callbackPaths(secret, app.prefix),
  );
}
