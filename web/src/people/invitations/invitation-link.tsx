import { CopyButton } from '../../ui/button.tsx';
import { say } from './words.ts';

/** Link of an invitation by phone, to be sent there: anybody who has it may accept. */
export function InvitationLink({ code, phone }: { code: string; phone: string }) {
  const link = `${location.origin}/invitations/${code}`;
  const text = encodeURIComponent(say.message({ link }));
  return (
    <div class="people-link">
      <p class="faint small">{say.sendLink()}</p>
      <div class="row">
        <a
          class="button"
          href={`https://wa.me/${phone}?text=${text}`}
          target="_blank"
          rel="noopener"
        >
          WhatsApp
        </a>
        <a class="button" href={`sms:+${phone}?body=${text}`}>
          SMS
        </a>
        <CopyButton text={link} />
      </div>
    </div>
  );
}
