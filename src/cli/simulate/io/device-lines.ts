import type http from 'node:http';
import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type https from 'node:https';
import type { Socket } from 'node:net';

export interface ConnectionChoices {
  /** Whether a device keeps its connection, or opens a new one for each request. */
  connections: 'kept' | 'new';
  /** How many devices keep theirs at once; the others open a new one for each request. */
  sockets: number;
  /** Certificates in PEM that are trusted in place of the usual ones; null for those. */
  ca: string | null;
}

/** The connections of a fleet: one of each device, and some that the owners share. */
export class DeviceLines {
  readonly #transport: typeof http | typeof https;
  readonly #choices: ConnectionChoices;
  readonly #shared: Agent;
  readonly #kept = new Map<string, Agent>();
  readonly #sockets = new Set<Socket>();
  #isClosed = false;
  most = 0;
  opened = 0;

  constructor(transport: typeof http | typeof https, choices: ConnectionChoices) {
    this.#transport = transport;
    this.#choices = choices;
    this.#shared = new transport.Agent({ keepAlive: true });
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Begins a request, by a device or by an owner. */
  request(options: RequestOptions, device: string | undefined): ClientRequest {
    if (this.#isClosed) throw new Error('the run is over');
    const agent = device === undefined ? this.#shared : this.#agentOf(device);
    const request = this.#transport.request({ ...options, agent });
    request.once('socket', (socket) => {
      if (!this.#sockets.has(socket)) this.#note(socket, device);
    });
    return request;
  }

  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  /** The agent that holds a device's connection; false where it opens a new one each time. */
  #agentOf(device: string): Agent | false {
    const { connections, sockets } = this.#choices;
    if (connections === 'new') return false;
    const known = this.#kept.get(device);
    if (known !== undefined) return known;
    if (this.#kept.size >= sockets) return false;
    const agent = new this.#transport.Agent({ keepAlive: true, maxSockets: 1 });
    this.#kept.set(device, agent);
    return agent;
  }

  /** Once a connection is over, its place is free for another device. */
  #note(socket: Socket, device: string | undefined): void {
    this.#sockets.add(socket);
    this.opened += 1;
    this.most = Math.max(this.most, this.#sockets.size);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (device !== undefined) this.#kept.delete(device);
    });
  }
}
