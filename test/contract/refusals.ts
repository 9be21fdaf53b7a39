import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '../helpers/server/test-server.ts';
import { fieldsOf, type Operation, type Parameter, placeOf } from './operation.ts';
import type { Scenario } from './scenario.ts';
import { createTrial } from './trial.ts';
import { badTexts, justOutside, wronglyTyped } from './values.ts';
import type { World } from './world.ts';

/** Declares what is refused for the look of the request. */
export function declareRefusals(
  operation: Operation,
  scenario: Scenario,
  world: () => World,
): void {
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

/** The one shape of every failure. */
export function assertFailure({ body, text }: Answer): void {
  const { success, error, code } = body as { success: unknown; error: unknown; code: unknown };
  assert.equal(success, false, text);
  assert.match(String(error), /^[^\n]+\.$/);
  assert.match(String(code), /^[a-z_]+$/);
}
