import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf } from '../helpers/http/answers.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import { methodOf, type Operation, pathOf, scriptOf } from './operation.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers of a script path to requests that none of its operations take. */
export function declareScriptChecks(
  script: string,
  operations: Operation[],
  server: () => TestServer,
): void {
  const actions = operations.flatMap((operation) => scriptOf(operation)[1] ?? []);

  if (actions.length > 0) {
    it('answers 404 to an unknown action and names the ones it has', async () => {
      for (const query of ['', '?action=', '?action=nonsense', '?action=List', '?x=action=list']) {
        for (const method of methods) {
          const answer = await server().request(method, `${script}${query}`);
          assert.deepEqual(failureOf(answer), [404, 'unknown_action'], `${method} ${query}`);
          const { error } = answer.body as { error: string };
          for (const action of actions) assert.match(error, new RegExp(`\\b${action}\\b`));
        }
      }
    });
  }

  it('answers 405 to a wrong method and says the right one', async () => {
    for (const operation of operations) {
      for (const method of methods.filter((each) => each !== methodOf(operation))) {
        // A body of any kind must not turn the answer into a 400 or 415.
        const options = method === 'GET' ? {} : { form: { nothing: 1 } };
        const answer = await server().request(method, pathOf(operation), options);
        const what = `${method} ${pathOf(operation)}`;
        assert.deepEqual(failureOf(answer), [405, 'method_not_allowed'], what);
        const allowed = answer.headers.get('allow')?.split(', ') ?? [];
        assert.deepEqual(
          allowed.filter((each) => each !== 'HEAD'),
          [methodOf(operation)],
          what,
        );
      }
    }
  });
}
