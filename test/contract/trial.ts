import assert from 'node:assert/strict';
import { wrongFields } from '../helpers/http/answers.ts';
import type { Answer } from '../helpers/server/test-server.ts';
import { fieldsOf, methodOf, type Operation, placeOf, successesOf } from './operation.ts';
import { type Prepare, type Sample, type Scenario, send } from './scenario.ts';
import type { World } from './world.ts';

/**
 * Tries an operation. Each attempt sends a sample of its own, with a record of its own; attempts that read
 * or are refused have to leave it as it was, so that one record serves all of those.
 */
export function createTrial(operation: Operation, scenario: Scenario, world: () => World) {
  let kept: Promise<Sample> | undefined;
  const keptSample = () => {
    kept ??= scenario.prepare(world());
    return kept;
  };
  const ownSample = methodOf(operation) === 'GET' ? keptSample : () => scenario.prepare(world());

  const attempt = async (
    change: Change = (sample) => sample,
    { prepare = ownSample, place = placeOf(operation) }: Options = {},
  ): Promise<Answer> =>
    await send(world().server, operation, change(await prepare(world())), place);

  const prepareRefusals = async () => {
    const sample = await keptSample();
    const refuse = async (input: Sample['input'], fields: string[], what?: string) => {
      const answer = await send(world().server, operation, { ...sample, input });
      assert.deepEqual(wrongFields(answer), fields.toSorted(), what);
    };

    const forgive = async (name: string, value: unknown, what: string) => {
      const input = { ...sample.input, [name]: value };
      const answer = await send(world().server, operation, { ...sample, input });
      assert.ok(successesOf(operation).includes(answer.status), `${what}: ${answer.text}`);
      if (forgivenOf(operation, name) === 'unsaid') return;
      const { ignored = [] } = answer.body as { ignored?: { field: string }[] };
      assert.ok(
        ignored.some(({ field }) => field === name),
        `${what}: ${answer.text}`,
      );
    };

    return {
      withInput: refuse,
      withField: (name: string, value: unknown, what: string) =>
        isForgiven(operation, name, value)
          ? forgive(name, value, what)
          : refuse({ ...sample.input, [name]: value }, [name], what),
      withoutField: (name: string) => {
        const { [name]: _, ...input } = sample.input;
        return refuse(input, [name], name);
      },
    };
  };

  return {
    attempt,
    /** An attempt that has to be refused. */
    attemptInVain: (change: Change) => attempt(change, { prepare: keptSample }),
    prepareRefusals,
    withField: (name: string, value: unknown) =>
      attempt((sample) => ({ ...sample, input: { ...sample.input, [name]: value } })),
    assertSuccess: ({ status, text }: Answer, what = 'a sample') => {
      assert.ok(successesOf(operation).includes(status), `${what}: ${status} ${text}`);
    },
    /** The request itself is a valid one, in any case. */
    assertTaken: ({ status, text }: Answer, what: string) => {
      const isTaken = [...successesOf(operation), 404, 409].includes(status);
      assert.ok(isTaken, `${what}: ${status} ${text}`);
    },
  };
}

function isForgiven(operation: Operation, name: string, value: unknown): boolean {
  const forgiven = forgivenOf(operation, name);
  const isEmpty = typeof value === 'string' && value.trim() === '';
  return forgiven === 'always' || (forgiven !== 'never' && isEmpty);
}

function forgivenOf(operation: Operation, name: string) {
  const [, { forgiven = 'never' } = {}] = fieldsOf(operation).find(([of]) => of === name) ?? [];
  return forgiven;
}

type Change = (sample: Sample) => Sample;
type Options = { prepare?: Prepare; place?: 'query' | 'json' | 'form' };
