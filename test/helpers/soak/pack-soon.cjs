// Has readings packed all the time rather than each half hour; to be required before the server.
const packingMs = 30 * 60_000;
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = Object.assign(
  (run, ms, ...more) => wait(run, ms === packingMs ? 5 : ms, ...more),
  wait,
);
