import { once } from 'node:events';
import { connect } from 'node:net';
import { encodePdu, setSequence } from '../../src/sms/providers/smpp/pdu/encode-pdu.ts';
import { Framer } from '../../src/sms/providers/smpp/pdu/framer.ts';

const text = Buffer.from('Tank 3 is nearly empty, the pump has started.', 'latin1');
const international = { ton: 1, npi: 1 };

/**
 * Drives a peer with nothing but the codec: each submit is written for its own number, and a window
 * stays full. One write answers for all the responses of a chunk.
 * @returns submits a second.
 */
export async function driveBare(port: number, messages: number, window: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setNoDelay(true);
  socket.write(bind());
  await once(socket, 'data');

  const done = Promise.withResolvers<void>();
  let sent = 0;
  let answered = 0;
  const fill = () => {
    const frames: Buffer[] = [];
    while (sent < messages && sent - answered < window) frames.push(submit(++sent));
    if (frames.length > 0) socket.write(Buffer.concat(frames));
  };
  const framer = new Framer((frame) => {
    if (frame.readUInt32BE(8) !== 0) done.reject(new Error('the peer refused'));
    answered += 1;
  });
  socket.on('data', (chunk) => {
    framer.push(chunk);
    if (answered === messages) done.resolve();
    else fill();
  });
  const start = performance.now();
  fill();
  await done.promise;
  const seconds = (performance.now() - start) / 1000;
  socket.destroy();
  return messages / seconds;
}

function submit(sequence: number): Buffer {
  const frame = encodePdu({
    command: 'submit_sm',
    status: 0,
    sequence: 0,
    serviceType: '',
    source: { ton: 5, npi: 0, address: 'KISIMA' },
    destination: { ...international, address: String(254_700_000_000 + sequence) },
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: text,
    tlvs: [],
  });
  setSequence(frame, sequence);
  return frame;
}

function bind(): Buffer {
  return encodePdu({
    command: 'bind_transceiver',
    status: 0,
    sequence: 1,
    systemId: 'bench',
    password: 'bench',
    systemType: '',
    interfaceVersion: 0x34,
    addressTon: 0,
    addressNpi: 0,
    addressRange: '',
  });
}
