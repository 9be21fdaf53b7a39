import {
  type Common,
  declaresActions,
  declaresOperations,
} from '../kit/api/declares-operations.ts';
import { fails } from '../kit/api/failures/failure-schema.ts';
import type { Guard } from './guard.ts';

type More = Omit<Common, 'onRequest' | 'refusals' | 'schema'>;

/** Declares operations for signed-in people; `tag` is their heading in the description. */
export function operationsForUsers(guard: Guard, tag: string, more?: More) {
  return declaresOperations({ ...more, ...forUsers(guard, tag) });
}

/** Declares actions of a script for signed-in people. */
export function actionsForUsers(guard: Guard, tag: string, more?: More) {
  return declaresActions({ ...more, ...forUsers(guard, tag) });
}

/** Declares operations on devices for signed-in people and for programs with tokens of theirs. */
export function operationsForViewers(guard: Guard, tag: string, more?: More) {
  return declaresOperations({ ...more, ...forViewers(guard, tag) });
}

/** Declares actions of a script for signed-in people and for programs with tokens of theirs. */
export function actionsForViewers(guard: Guard, tag: string, more?: More) {
  return declaresActions({ ...more, ...forViewers(guard, tag) });
}

/** Declares operations for administrators. */
export function operationsForAdmins(guard: Guard, tag: string) {
  const refusals = fails(401, 403, 404);
  return declaresOperations({ onRequest: guard.requireAdmin, refusals, schema: headed(tag) });
}

function forUsers(guard: Guard, tag: string): Common {
  return { onRequest: guard.requireUser, refusals: fails(401), schema: headed(tag) };
}

function forViewers(guard: Guard, tag: string): Common {
  return { onRequest: guard.requireViewer, refusals: fails(401, 403), schema: headed(tag) };
}

function headed(tag: string): Common['schema'] {
  return { tags: [tag], security: [{ bearer: [] }] };
}
