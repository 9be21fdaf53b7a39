import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';

/** The broker that Kisima embeds, alone: it acknowledges what comes, and passes it on to one who listens inside. */
const broker = await Aedes.createBroker();
let passed = 0;
broker.subscribe(
  'kisima/+/readings',
  (_packet, done) => {
    passed += 1;
    done();
  },
  () => {},
);

const server = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `mqtt://127.0.0.1:${port}` }));
});

process.on('SIGTERM', () => {
  // Nothing may have come to the one who listens: then this was no floor.
  process.exit(passed > 0 ? 0 : 1);
});
