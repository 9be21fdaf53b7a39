import type { Role } from '../tanks/role.ts';
import { say } from './words.ts';

export function roleText(role: Role): string {
  const texts = {
    viewer: say.viewer,
    operator: say.operator,
    manager: say.manager,
    owner: say.owner,
  };
  return texts[role]();
}

/** What somebody of a role may do. */
export function roleMeaning(role: Role): string {
  const texts = {
    viewer: say.viewerMay,
    operator: say.operatorMay,
    manager: say.managerMay,
    owner: say.ownerMay,
  };
  return texts[role]();
}
