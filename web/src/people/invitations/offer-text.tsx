import type { Invitation } from '../../api/operations.ts';
import { say } from './words.ts';

type Props = { role: Invitation['role']; who: string | null; name: string | null };

/** Who shares what, as far as both have names. */
export function OfferText({ role, who, name }: Props) {
  const about = { who: who ?? say.somebody(), name: name ?? say.aTank() };
  return (
    <p>
      <strong>{role === 'owner' ? say.offers(about) : say.shares(about)}</strong>
    </p>
  );
}

export function meaningOf(role: Invitation['role']): string {
  const texts = {
    viewer: say.asViewer,
    operator: say.asOperator,
    manager: say.asManager,
    owner: say.asOwner,
  };
  return texts[role]();
}
