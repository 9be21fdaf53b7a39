import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** The messages of a port in their order, also those that no event has announced yet. */
export type Inbox<M> = {
  take: () => M | undefined;
  /** Takes messages as long as they are of one kind. */
  takeWhile: <T extends M>(isOne: (message: M) => message is T) => T[];
  /** Calls `serve`, which takes all there is, whenever something arrives and it is not at it. */
  onArrival: (serve: () => Promise<void>) => void;
};

export function createInbox<M>(port: MessagePort): Inbox<M> {
  const arrived: M[] = [];
  const take = (): M | undefined => arrived.shift() ?? receiveMessageOnPort(port)?.message;
  let isServing = false;
  return {
    take,
    takeWhile: <T extends M>(isOne: (message: M) => message is T): T[] => {
      const taken: T[] = [];
      for (let message = take(); message !== undefined; message = take()) {
        if (!isOne(message)) {
          arrived.unshift(message);
          break;
        }
        taken.push(message);
      }
      return taken;
    },
    onArrival: (serve) => {
      port.on('message', async (message: M) => {
        arrived.push(message);
        if (isServing) return;
        isServing = true;
        try {
          await serve();
        } finally {
          isServing = false;
        }
      });
    },
  };
}
