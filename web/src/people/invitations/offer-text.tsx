import type { Invitation } from '../../api/operations.ts';
import { say } from './words.ts';

type Props = { role: Invitation['role']; who: string | null; name: string | null };

/** Who shares what, as far as both have names. */
export function OfferText({ role, who, name }: Props) {
  return (
    <p>
      <strong>{sentenceOf(role === 'owner', who ?? say.somebody(), name)}</strong>
    </p>
  );
}

function sentenceOf(isHandedOver: boolean, who: string, name: string | null): string {
  if (name === null) return isHandedOver ? say.offersTank({ who }) : say.sharesTank({ who });
  return isHandedOver ? say.offers({ who, name }) : say.shares({ who, name });
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
