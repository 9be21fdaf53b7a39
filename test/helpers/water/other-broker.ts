import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';

/** A broker of somebody else, which keeps what is retained. */
export async function startOtherBroker() {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => void sockets.delete(socket)));
    aedes.handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    /** Cuts all connections; clients may come back. */
    cutOff: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve));
      server.close();
    },
  };
}
