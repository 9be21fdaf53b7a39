import { IncomingMessage, type RequestListener, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Timers } from '../../time/timers.ts';
import { minuteMs } from '../../time/units.ts';

type TurnsDeps = { timers: Timers; limits?: typeof usualLimits };

/** Most requests that wait. Each costs 2 KB and 50 µs, and one read of a socket brings up to 2,500. */
const usualLimits = { ofConnection: 16, inAll: 2000 };

/** A connection whose client does not take its answer is closed after this time. */
const turnMs = minuteMs;

/**
 * A connection with too many requests stays open for this long, unread: a client that opens another in
 * its place would cost 5 ms each time, and 50 of them half a core.
 */
const heldMs = 10_000;

/** Most held connections, each with some 100 KB of waiting requests; one more is closed at once. */
const mostHeld = 500;

/** A connection on which requests wait. */
type Line = { socket: Socket; waiting: number; leave: () => void; callOff: () => void };

/** Connections that go over to another protocol. */
export type Upgrades = {
  /** True for a request that may have the protocol that it asks for. */
  areFor: (request: IncomingMessage) => boolean;
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** Answers the requests of a connection one after another. */
export type Turns = {
  /** Options of the server. */
  options: Pick<ServerOptions, 'IncomingMessage' | 'shouldUpgradeCallback'>;
  /** Takes over a connection for another protocol, or of a request that is one too many. */
  hold: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** From now on some requests for another protocol get it; all others are answered as if they had not asked. */
  upgradeBy: (upgrades: Upgrades) => void;
  /** Closes the held connections, and holds no more: a stopping server waits for nobody. */
  letGo: () => void;
  /** Receives requests, and passes each to the given listener in its order. */
  before: (listener: RequestListener) => RequestListener;
};

/**
 * Answers the requests of a connection one after another, also pipelined ones (RFC 9112, section 9.3.2): so
 * a connection has one answer in memory, and no request overtakes one that changes data. While requests
 * wait nothing more is read from their connection. It is closed when none is answered for a minute. If more
 * wait than the limits allow, all of them are dropped, and it is closed as well.
 */
export function createTurns({ timers, limits = usualLimits }: TurnsDeps): Turns {
  const lines = new Map<Socket, Line>();
  const held = new Set<Duplex>();
  let mostNow = mostHeld;
  let waitingInAll = 0;
  let upgrades: Upgrades | undefined;

  const isTooMany = (socket: Socket): boolean => {
    const { waiting = 0 } = lines.get(socket) ?? {};
    return waiting >= limits.ofConnection && waitingInAll >= limits.inAll;
  };

  /** A connection on which requests wait for their answers goes on as it is. */
  const isUpgrade = (request: IncomingMessage): boolean =>
    !lines.has(request.socket) && (upgrades?.areFor(request) ?? false);

  const openLine = (socket: Socket): Line => {
    // Node reads on when a body was read, or when the other side took what was written.
    const stayPaused = () => void socket.pause();
    const leave = () => {
      lines.delete(socket);
      waitingInAll -= line.waiting;
      line.callOff();
      socket.off('resume', stayPaused).off('close', leave);
    };
    const line: Line = { socket, waiting: 0, leave, callOff: expectTurn(socket) };
    lines.set(socket, line);
    socket.pause().on('resume', stayPaused).once('close', leave);
    return line;
  };

  const expectTurn = (socket: Socket) => timers.after(turnMs, () => socket.destroy());

  const takeTurn = (line: Line): void => {
    line.waiting--;
    waitingInAll--;
    line.callOff();
    if (line.waiting > 0) {
      line.callOff = expectTurn(line.socket);
    } else {
      line.leave();
      line.socket.resume();
    }
  };

  return {
    options: {
      IncomingMessage: createRequestClass(isTooMany),
      // A request for another protocol is answered as if it had not asked; see RFC 9110, section 7.8.
      shouldUpgradeCallback: (request) => isTooMany(request.socket) || isUpgrade(request),
    },
    upgradeBy: (by) => {
      upgrades = by;
    },
    hold: (request, socket, head) => {
      if (isUpgrade(request)) return upgrades?.take(request, socket, head);
      if (held.size >= mostNow) return void socket.destroy();
      held.add(socket.pause());
      const callOff = timers.after(heldMs, () => socket.destroy());
      socket
        .on('error', () => {})
        .once('close', () => {
          held.delete(socket);
          callOff();
        });
    },
    letGo: () => {
      mostNow = 0;
      for (const socket of held) socket.destroy();
    },
    before: (listener) => (request, response) => {
      // Node gives a response its socket once the other side has taken those before it.
      if (response.socket) return void listener(request, response);
      const { socket } = request;
      const line = lines.get(socket) ?? openLine(socket);
      line.waiting++;
      waitingInAll++;
      response.once('socket', () => {
        if (held.has(socket)) return;
        takeTurn(line);
        // Other connections are served first, however many requests wait on this one.
        setImmediate(() => {
          if (!socket.destroyed) listener(request, response);
        });
      });
    },
  };
}

/**
 * Within the 64 KiB that it has read, only an upgrade stops Node's parser. So the request that is one too
 * many passes for an upgrade, with which Node hands its connection over.
 */
function createRequestClass(isTooMany: (socket: Socket) => boolean) {
  return class RequestInTurn extends IncomingMessage {
    declare isLast: boolean | null;
    get upgrade(): boolean | null {
      return this.isLast;
    }
    /** Set by Node's parser, once the head of a request has been read. */
    set upgrade(asked: boolean | null) {
      this.isLast = asked === null ? null : asked || isTooMany(this.socket);
    }
  };
}
