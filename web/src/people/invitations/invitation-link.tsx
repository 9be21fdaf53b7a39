import { CopyButton } from '../../ui/button.tsx';
import { say } from './words.ts';

type Props = { code: string; phone: string | null; email: string | null };

/**
 * Link of an invitation, to be sent to the invited person. One by phone is accepted by whoever has it; one by
 * e-mail only by that account, whose e-mail the link fills in.
 */
export function InvitationLink({ code, phone, email }: Props) {
  const link = `${location.origin}/invitations/${code}${email === null ? '' : toHash(email)}`;
  const text = encodeURIComponent(say.message({ link }));
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
