import type { Logger } from 'pino';
import { findDeviceByIdentity } from '../../devices/queries.ts';
import type { SendDeps } from '../../pump-commands/send-command.ts';
import type { Outcome, Peer, PublishedMessage } from '../mqtt/message.ts';
import { findOnlyPump } from './queries.ts';
import { readOrder, type Sender, sendOrder } from './send-order.ts';

export type TakeOrderDeps = SendDeps & {
  log: Logger;
  /** Whether all clients that may publish at an external broker may switch pumps. */
  offersPumps: boolean;
};

/**
 * Creates the function that takes orders of switches. The sender is the person of the client's token; at an external
 * broker, which alone knows its clients, it is the owner of the tank, and the log says that it came by the broker.
 */
export function createTakeOrder(deps: TakeOrderDeps) {
  const { db, log, offersPumps } = deps;

  const senderOf = (peer: Peer, ownerId: number): Sender | undefined => {
    if (peer.kind === 'account') return { viewer: peer.viewer, address: 'MQTT' };
    if (peer.kind === 'device' || !offersPumps) return undefined;
    return { viewer: { userId: ownerId }, address: 'MQTT broker' };
  };

  return async (message: PublishedMessage, identity: string, peer: Peer): Promise<Outcome> => {
    // A retained order is from whenever: a pump must not start by one that was given long ago.
    if (message.retain) return 'forbidden';
    try {
      const device = await findDeviceByIdentity(db.readWhole, identity);
      const sender = device && senderOf(peer, device.owner_id);
      if (!sender) return 'forbidden';
      const order = readOrder(String(message.payload), await findOnlyPump(db.read, device.id));
      if (!order) return 'forbidden';
      return (await sendOrder(deps, sender, { deviceId: device.id, order }))
        ? 'acknowledge'
        : 'forbidden';
    } catch (error) {
      log.error({ err: error }, 'an order of Home Assistant could not be taken');
      return 'again';
    }
  };
}
