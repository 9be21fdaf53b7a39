import assert from 'node:assert/strict';
import { describedFields, find, fromTable, type OpenApi, toParameter } from './openapi.ts';
import { fieldsOf, type Operation, placeOf, successesOf } from './operation.ts';

/** Fails where the description of an operation says otherwise than the table of the contract. */
export function checkDescription(operation: Operation, openApi: OpenApi): void {
  const described = find(openApi, operation);
  assert.ok(described, 'is not described');
  const place = placeOf(operation);
  const promised: Record<string, ReturnType<typeof fromTable>> = Object.fromEntries(
    fieldsOf(operation).map(([name, parameter]) => [name, fromTable(parameter)]),
  );
  for (const each of place === 'form' ? (['form', 'json'] as const) : [place]) {
    const fields = Object.entries(describedFields(described, each));
    const said: typeof promised = Object.fromEntries(
      fields.map(([name, field]) => [name, toParameter(field)]),
    );
    assert.deepEqual(said, promised);
  }
  const statuses = Object.keys(described.responses).map(Number);
  assert.deepEqual(
    statuses.filter((status) => status < 300),
    successesOf(operation),
  );
  const { auth, failures = [] } = operation;
  for (const status of auth === 'bearer' ? [401, ...failures] : failures) {
    assert.ok(statuses.includes(status), `${status} is not described`);
  }
  assert.equal(
    described.security?.some((scheme) => 'bearer' in scheme) ?? false,
    auth === 'bearer',
  );
}
