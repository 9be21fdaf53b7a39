import {
  type Common,
  declaresActions,
  declaresOperations,
} from '../kit/api/declares-operations.ts';
import type { Guard } from './guard.ts';

type More = Omit<Common, 'onRequest' | 'schema'>;

/** Declares operations for signed-in people; `tag` is their heading in the description. */
export function operationsForUsers(guard: Guard, tag: string, more?: More) {
  return declaresOperations({ ...more, onRequest: guard.requireUser, schema: headed(tag) });
}

/** The same of actions of a script. */
export function actionsForUsers(guard: Guard, tag: string, more?: More) {
  return declaresActions({ ...more, onRequest: guard.requireUser, schema: headed(tag) });
}

/** Declares operations for administrators. */
export function operationsForAdmins(guard: Guard, tag: string) {
  return declaresOperations({ onRequest: guard.requireAdmin, schema: headed(tag) });
}

function headed(tag: string): Common['schema'] {
  return { tags: [tag], security: [{ bearer: [] }] };
}
