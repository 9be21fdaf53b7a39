import assert from 'node:assert/strict';
import { wrongFields } from '../helpers/answers.ts';
import type { Answer } from '../helpers/test-server.ts';
import { type Operation, placeOf, successesOf } from './operation.ts';
import { type Prepare, type Sample, type Scenario, send } from './scenario.ts';
import type { World } from './world.ts';

/** Tries an operation out; each attempt sends a sample of its own, with a record of its own. */
export function createTrial(operation: Operation, scenario: Scenario, world: () => World) {
  const attempt = async (
    change: (sample: Sample) => Sample = (sample) => sample,
    { prepare = scenario.prepare, place = placeOf(operation) }: Options = {},
  ): Promise<Answer> =>
    await send(world().server, operation, change(await prepare(world())), place);

  return {
    attempt,
    withField: (name: string, value: unknown) =>
      attempt((sample) => ({ ...sample, input: { ...sample.input, [name]: value } })),
    withoutField: (name: string) =>
      attempt(({ input: { [name]: _, ...input }, ...sample }) => ({ ...sample, input })),
    assertSuccess: ({ status, text }: Answer, what = 'a sample') => {
      assert.ok(successesOf(operation).includes(status), `${what}: ${status} ${text}`);
    },
    /** Whatever comes of it, the request is a good one. */
    assertTaken: ({ status, text }: Answer, what: string) => {
      const isTaken = [...successesOf(operation), 404, 409].includes(status);
      assert.ok(isTaken, `${what}: ${status} ${text}`);
    },
    assertRefused: (answer: Answer, fields: string[], what?: string) => {
      assert.deepEqual(wrongFields(answer), fields.toSorted(), what);
    },
  };
}

type Options = { prepare?: Prepare; place?: 'query' | 'json' | 'form' };
