import type { Logger } from 'pino';
import type { Component } from '../../kit/async/components.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { minuteMs } from '../../kit/time/units.ts';

type ResetMail = { to: string; token: string; minutes: number };

export type Mailer = {
  /** Sends a reset token to its owner; returns at once, and a failure is only logged. */
  sendReset: (mail: ResetMail) => void;
  /** Waits for the mails in hand when the server stops. */
  component: Component;
};

type MailerOptions = { smtpUrl: string; from: string; log: Logger };

const deadlineMs = minuteMs;
const mostInHand = 100;

// An SMTP server may take the connection and never say a word.
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Sends mail by SMTP. The token stands in the mail and nowhere else: what is logged of a failure is
 * its code and the server's status, since a server's words may quote the mail.
 */
export async function createMailer({ smtpUrl, from, log }: MailerOptions): Promise<Mailer> {
  // Imported here because most servers never send a mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(withWaits(smtpUrl), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const inHand = new Set<Promise<void>>();

  const deliver = async ({ to, token, minutes }: ResetMail) => {
    try {
      const sending = transport.sendMail({
        to: { name: '', address: to },
        subject: 'Your password reset',
        text: toText(token, minutes),
      });
      await withDeadline('sending a mail', deadlineMs, sending);
    } catch (error) {
      const { name, code, responseCode } = error as Error & Record<string, unknown>;
      log.error({ name, code, responseCode }, 'a password reset could not be mailed');
    }
  };

  return {
    sendReset: (mail) => {
      if (inHand.size >= mostInHand) {
        log.error({ mostInHand }, 'a password reset was not mailed: too many mails are in hand');
        return;
      }
      const delivery: Promise<void> = deliver(mail).finally(() => inHand.delete(delivery));
      inHand.add(delivery);
    },
    component: {
      name: 'mail',
      stop: async () => {
        await Promise.all(inHand);
        transport.close();
      },
    },
  };
}

/** The library takes its time limits from the URL's query; what the operator put there stays. */
function withWaits(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, milliseconds] of Object.entries(waits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(milliseconds));
  }
  return url.href;
}

function toText(token: string, minutes: number): string {
  return [
    'Somebody, hopefully you, asked to reset the password of your Kisima account.',
    '',
    `This is the reset token; it works once, within ${minutes} minutes:`,
    '',
    token,
    '',
    'If it was not you, leave it be: your password stays as it is.',
    '',
  ].join('\n');
}
