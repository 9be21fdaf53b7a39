import type { Share } from '../../api/operations.ts';
import { CopyButton } from '../../ui/button.tsx';
import { say } from './words.ts';

type Props = { share: Pick<Share, 'link_code' | 'phone' | 'email' | 'role'> };

/**
 * Link of an invitation, to be sent to the invited person. One by phone is accepted by whoever has it; one by
 * e-mail only by that account, whose e-mail the link fills in. Nothing where none is to be sent.
 */
export function InvitationLink({ share: { link_code: code, phone, email, role } }: Props) {
  if (code === null) return null;
  const link = `${location.origin}/invitations/${code}${email === null ? '' : toHash(email)}`;
  const text = encodeURIComponent(
    role === 'owner' ? say.offerMessage({ link }) : say.message({ link }),
  );
  const subject = encodeURIComponent(say.invitation());
  return (
    <div class="people-link">
      <p class="faint small">{phone === null ? say.sendLinkByEmail() : say.sendLink()}</p>
      <div class="row">
        <a
          class="button"
          href={`https://wa.me/${phone ?? ''}?text=${text}`}
          target="_blank"
          rel="noopener"
        >
          WhatsApp
        </a>
        {phone !== null && (
          <a class="button" href={`sms:+${phone}?body=${text}`}>
            SMS
          </a>
        )}
        {email !== null && (
          <a
            class="button"
            href={`mailto:${encodeURIComponent(email)}?subject=${subject}&body=${text}`}
          >
            {say.byEmail()}
          </a>
        )}
        <CopyButton text={link} />
      </div>
    </div>
  );
}

/** In the hash, which browsers send to no server. */
function toHash(email: string): string {
  return `#${new URLSearchParams({ to: email })}`;
}

/** Returns the e-mail for which the link of this page was made. */
export function invitedEmail(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('to') ?? undefined;
}
