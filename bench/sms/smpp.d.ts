/** Of the npm package `smpp`, which brings no types, what the peer of `bench sms` uses. */
declare module 'smpp' {
  import type { Server, Socket } from 'node:net';

  export type Submitted = { destination_addr: string; short_message: { message: string } };
  type Pdu = Submitted & { response: (fields?: Record<string, unknown>) => Pdu };
  type Session = {
    socket: Socket;
    on: (event: string, listener: (pdu: Pdu) => void) => void;
    send: (pdu: Pdu) => void;
    close: () => void;
  };
  export function createServer(listener: (session: Session) => void): Server;
}
