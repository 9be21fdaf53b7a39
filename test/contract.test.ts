import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkDescription } from './contract/description.ts';
import { assertFailure } from './contract/failure.ts';
import { describedOperations, fetchDescription, type OpenApi } from './contract/openapi.ts';
import {
  fieldsOf,
  isOnScript,
  type Operation,
  type Parameter,
  placeOf,
  scriptOf,
  successesOf,
} from './contract/operation.ts';
import type { Scenario } from './contract/scenario.ts';
import { scenarios } from './contract/scenarios.ts';
import { declareScriptChecks } from './contract/script-checks.ts';
import { additions } from './contract/table/additions.ts';
import { createTrial } from './contract/trial.ts';
import { aValueOf, badTexts, justOutside, outermost, wronglyTyped } from './contract/values.ts';
import { createWorld, type World } from './contract/world.ts';
import { contract } from './contract.ts';
import { type Answer, describeOnBothEngines, type Engine } from './helpers/server/test-server.ts';
import { isWhole } from './helpers/whole-suite.ts';

/** Those of the document, and ours in its manner. */
const onScripts = [...contract, ...additions].filter(({ route }) => isOnScript(route));
const elsewhere = additions.filter(({ route }) => !isOnScript(route));

/**
 * Refused before anything is stored or read, which is alike on both engines: one of them is asked, both where the
 * suite is whole.
 */
const refusingEngines: Engine[] = isWhole ? ['sqlite', 'postgres'] : ['sqlite'];

describeOnBothEngines('document 1', (engine) => {
  const refuses = refusingEngines.includes(engine);
  let world: World;
  let openApi: OpenApi;
  before(async () => {
    world = await createWorld(engine);
    openApi = await fetchDescription(world.server);
  });
  after(() => world.stop());

  it('has 42 operations, each with a scenario', () => {
    assert.equal(contract.length, 42);
    const routes = [...onScripts, ...elsewhere].map(({ route }) => route);
    assert.deepEqual(Object.keys(scenarios).sort(), routes.sort());
  });

  it('has every operation that a script path serves', () => {
    const served = [...describedOperations(openApi).keys()].filter(isOnScript);
    assert.deepEqual(served.sort(), onScripts.map(({ route }) => route).sort());
  });

  for (const operation of [...onScripts, ...elsewhere]) {
    const scenario = scenarios[operation.route];
    if (!scenario) throw new Error(`${operation.route} has no scenario`);
    describe(operation.route, () => {
      if (refuses) {
        it('is described with these fields, limits, defaults and statuses', () => {
          checkDescription(operation, openApi);
        });
        declareRefusals(operation, scenario, () => world);
      }
      declareChecks(operation, scenario, () => world);
    });
  }

  if (!refuses) return;
  for (const [script, operations] of Map.groupBy(onScripts, (each) => scriptOf(each)[0])) {
    describe(script, () => declareScriptChecks(script, operations, () => world.server));
  }
});

function declareChecks(operation: Operation, scenario: Scenario, world: () => World): void {
  const { success, answers, failures = [], owned } = operation;
  const { statuses = {}, fallbacks = {} } = scenario;
  const place = placeOf(operation);
  const fields = fieldsOf(operation);
  const optional = fields.filter(([, { required }]) => !required);
  const trial = createTrial(operation, scenario, world);

  it('succeeds with the required fields alone, and answers the documented names', async () => {
    const answer = await trial.attempt();
    assert.ok(success.includes(answer.status), `${answer.status} ${answer.text}`);
    const record = firstOf(answer);
    for (const name of answers) assert.ok(name in record, `no ${name} in ${answer.text}`);
  });

  it('ends in each listed status', async () => {
    const { status: usual } = await trial.attempt();
    const listed = new Set([...successesOf(operation), ...failures]);
    assert.deepEqual(new Set([usual, ...Object.keys(statuses).map(Number)]), listed);
    for (const [status, prepares] of Object.entries(statuses)) {
      for (const prepare of prepares) {
        const answer = await trial.attempt(undefined, { prepare });
        assert.equal(answer.status, Number(status), answer.text);
        if (answer.status >= 400) assertFailure(answer);
      }
    }
  });

  if (owned) {
    it('is 404 to anybody but the owner', async () => {
      const { stranger } = world();
      const answer = await trial.attemptInVain((sample) => ({ ...sample, token: stranger.token }));
      assert.equal(answer.status, 404, answer.text);
      assertFailure(answer);
    });
  }

  if (optional.length > 0) {
    it('takes every optional field', async () => {
      const values = Object.fromEntries(optional.map(([name, field]) => [name, aValueOf(field)]));
      const answer = await trial.attempt(({ input, optional, ...sample }) => ({
        ...sample,
        input: { ...values, ...optional, ...input },
      }));
      trial.assertSuccess(answer);
    });
  }

  if (optional.length > 0 && place === 'json') {
    it('takes null for an optional field', async () => {
      for (const [name] of optional) trial.assertSuccess(await trial.withField(name, null), name);
    });
  }

  if (place === 'form') {
    it('takes JSON as well', async () => {
      trial.assertSuccess(await trial.attempt(undefined, { place: 'json' }));
    });
  }

  if (fields.length > 0) {
    it('goes up to its limits', async () => {
      for (const [name, field] of fields) {
        for (const value of outermost(field)) {
          trial.assertTaken(await trial.withField(name, value), `${name} ${value}`);
        }
      }
    });
  }

  const defaults = fields.flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [name]));
  if (defaults.length > 0) {
    it(`falls back to the default of ${defaults.join(' and ')}`, async () => {
      assert.deepEqual(Object.keys(fallbacks).sort(), defaults.sort());
      for (const check of Object.values(fallbacks)) await check(world());
    });
  }
}

/** Declares what is refused for the look of the request. */
function declareRefusals(operation: Operation, scenario: Scenario, world: () => World): void {
  const { auth } = operation;
  const place = placeOf(operation);
  const typesOf = ({ type }: Parameter) =>
    operation.readsTexts && type !== 'array' ? 'form' : place;
  const fields = fieldsOf(operation);
  const trial = createTrial(operation, scenario, world);

  it(auth === 'bearer' ? 'needs a token' : 'needs no token', async () => {
    const sample = await scenario.prepare(world());
    assert.equal(sample.token !== undefined, auth === 'bearer');
    if (auth === 'none') return;
    for (const token of [undefined, '', 'nonsense']) {
      const answer = await trial.attemptInVain(({ input }) => ({ input, ...(token && { token }) }));
      assert.equal(answer.status, 401, answer.text);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assertFailure(answer);
    }
  });

  if (fields.some(([, { required }]) => required)) {
    it('names each required field that is missing', async () => {
      const required = fields.flatMap(([name, field]) => (field.required ? [name] : []));
      const refused = await trial.prepareRefusals();
      for (const name of required) await refused.withoutField(name);
      await refused.withInput({}, required);
    });
  }

  if (fields.length > 0) {
    it('goes not beyond its limits', async () => {
      const refused = await trial.prepareRefusals();
      for (const [name, field] of fields) {
        for (const value of justOutside(field)) {
          await refused.withField(name, value, `${name} ${value}`);
        }
      }
    });

    it('refuses values of another type', async () => {
      const refused = await trial.prepareRefusals();
      for (const [name, field] of fields) {
        for (const value of wronglyTyped(field, typesOf(field))) {
          await refused.withField(name, value, `${name} ${JSON.stringify(value)}`);
        }
      }
    });
  }

  // A device key is compared and never stored, and an empty one counts as none.
  const texts = fields.filter(
    ([name, { type, words }]) => type === 'string' && !words && name !== 'api_key',
  );
  if (texts.length > 0) {
    it('refuses text that is blank, far too long or not all characters', async () => {
      // Neither a query nor a form can hold half a character.
      const bad = badTexts.filter((text) => place === 'json' || text.isWellFormed());
      const refused = await trial.prepareRefusals();
      for (const [name] of texts) {
        for (const text of bad) {
          await refused.withField(name, text, `${name} ${JSON.stringify(text.slice(0, 10))}`);
        }
      }
    });
  }
}

/** A record, or the first of a list, which a scenario never leaves empty. */
function firstOf({ body, text }: Answer): object {
  const record: unknown = Array.isArray(body) ? body[0] : body;
  assert.ok(typeof record === 'object' && record !== null, text);
  return record;
}
