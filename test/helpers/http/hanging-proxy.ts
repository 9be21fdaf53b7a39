import net from 'node:net';

export type HangingProxy = {
  port: number;
  /** Connections that were ever made to it. */
  connections: () => number;
  /** From now on no byte passes, and nobody is told: a pulled cable. */
  hang: () => void;
  /** Every connection ends, and so does each new one: nobody is there. */
  refuse: () => void;
  passOn: () => void;
  /**
   * The answer to the commit of whatever carries these bytes first never comes: the connection ends
   * once the server has given it.
   */
  loseCommitOf: (bytes: Buffer) => void;
  /**
   * The next connection that carries this text from the program passes it on and then nothing more,
   * either way; the server does not even learn that the program has hung up.
   */
  cutCableAfter: (text: string) => void;
  stop: () => Promise<void>;
};

/** Stands between a program and the TCP server at `port` of this machine. */
export async function startHangingProxy(port: number): Promise<HangingProxy> {
  const sockets = new Set<net.Socket>();
  let isHanging = false;
  let isRefusing = false;
  let connections = 0;
  let lost: Buffer | undefined;
  let last: string | undefined;

  const follow = (socket: net.Socket): net.Socket => {
    sockets.add(socket);
    if (isHanging) socket.pause();
    socket.on('error', () => socket.destroy());
    return socket.on('close', () => sockets.delete(socket));
  };

  const proxy = net.createServer((inside) => {
    connections += 1;
    if (isRefusing) {
      inside.destroy();
      return;
    }
    const outside = net.connect(port, '127.0.0.1');
    let isAboutToLose = false;
    let isLosing = false;
    let isCut = false;
    follow(inside).on('data', (bytes: Buffer) => {
      if (lost !== undefined && bytes.includes(lost)) {
        lost = undefined;
        isAboutToLose = true;
      }
      if (isAboutToLose && bytes.includes('commit')) isLosing = true;
      if (isCut) return;
      outside.write(bytes);
      if (last !== undefined && bytes.includes(last)) {
        last = undefined;
        isCut = true;
      }
    });
    follow(outside).on('data', (bytes: Buffer) => {
      if (isLosing) inside.destroy();
      else if (!isCut) inside.write(bytes);
    });
    inside.on('close', () => {
      if (!isCut) outside.destroy();
    });
    outside.on('close', () => inside.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');

  return {
    port: address.port,
    connections: () => connections,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    refuse: () => {
      isRefusing = true;
      for (const socket of sockets) socket.destroy();
    },
    passOn: () => {
      isRefusing = false;
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    loseCommitOf: (bytes) => {
      lost = bytes;
    },
    cutCableAfter: (text) => {
      last = text;
    },
    stop: async () => {
      const stopped = new Promise<void>((resolve) => proxy.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
  };
}
