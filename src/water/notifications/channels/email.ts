import { type MailTransport, mailDeadlineMs } from '../../../accounts/resets/mailer.ts';
import type { Result } from '../../../delivery/deliver.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { allLinesOf, type Message, titleOf } from '../message.ts';
import type { Channel } from './channel.ts';
import { notSetUp } from './channel.ts';

type EmailDeps = {
  transport: MailTransport;
  /** Undefined where the account is gone. */
  findAddress: (userId: number) => Promise<string | undefined>;
  /** Domain of the message ids, such as `tanks.example.org`. */
  domain: string;
};

export function createEmailChannel({ transport, findAddress, domain }: EmailDeps): Channel {
  return {
    send: async (target, { name, message, link }) => {
      const address = await findAddress(target.user_id);
      if (address === undefined) return notSetUp;
      try {
        const sending = transport.sendMail({
          to: { name: '', address },
          messageId: `<${name}@${domain}>`,
          subject: `Kisima: ${titleOf(message)}`.slice(0, 150),
          text: textOf(message, link),
        });
        await withDeadline('sending a mail', mailDeadlineMs, sending);
        return { outcome: 'delivered' };
      } catch (error) {
        return resultOf(error as MailError);
      }
    },
    close: () => transport.close(),
  };
}

function textOf(message: Message, link: string | undefined): string {
  const { language } = message;
  const lines = allLinesOf(message);
  if (link !== undefined) {
    lines.push(
      '',
      language === 'sw' ? 'Kusema kwamba umeona:' : 'To say that you see to it:',
      link,
    );
  }
  return `${lines.join('\n')}\n`;
}

type MailError = Error & { responseCode?: number; command?: string };

/** Reports only the status, since the server's own words may quote the mail. */
function resultOf({ responseCode, command }: MailError): Result {
  if (responseCode !== undefined) {
    const error = `the mail server answered with status ${responseCode}`;
    return { outcome: responseCode >= 500 ? 'refused' : 'failed', error };
  }
  // Once the text of a mail is on its way, silence leaves open whether it was sent.
  const mayBeSent = command === 'DATA' || command === undefined;
  return { outcome: 'silent', error: fault('mailSilent'), mayBeSent };
}
