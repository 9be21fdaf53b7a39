// Loaded before `node:test` by whatever runs many tests. The test runner follows every promise with an
// async hook, to say which test an uncaught error belongs to: an `await` then takes twenty times as long,
// and the suite nearly twice. Here it is told of its own resources, its tests and suites, and of nothing
// else. An uncaught error still fails the run, and is shown as a diagnostic. Node's own
// `AsyncLocalStorage` does without hooks.
const asyncHooks = require('node:async_hooks');

let tellOf = () => {};
const hook = { enable: () => hook, disable: () => hook };
asyncHooks.createHook = ({ init }) => {
  if (init) tellOf = init;
  return hook;
};

const { AsyncResource } = asyncHooks;
asyncHooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    tellOf(this.asyncId(), type, this.triggerAsyncId(), this);
  }
};
