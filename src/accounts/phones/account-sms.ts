import type { Logger } from 'pino';
import type { Component } from '../../kit/async/components.ts';
import type { PostResult } from '../../kit/http/http-post.ts';
import { isSimulated, sendSms, smsApiOptions } from '../../kit/http/sms-api.ts';
import type { Ids } from '../../kit/ids.ts';

type Sms = { to: string; text: string };

/** SMS that the operator's account pays for: codes, and word of a changed password. */
export type AccountSms = {
  /** Sends one SMS and waits. @returns why it reaches no phone; undefined where it was taken. */
  send: (sms: Sms) => Promise<string | undefined>;
  /** Sends one SMS; returns at once. A failure is logged, and told to `onFailed`. */
  sendLater: (sms: Sms, onFailed?: () => Promise<void>) => void;
  /** Waits for the SMS under way when the server stops. */
  component: Component;
};

type Options = {
  key: string;
  /** Where the SMS service is; undefined while this server does not listen. */
  base: () => string | undefined;
  ids: Pick<Ids, 'uuid'>;
  log: Logger;
};

const mostInHand = 100;

/**
 * Sends SMS through an SMS API (document 2, section 4) as any client would. Neither texts, which hold codes,
 * nor numbers are logged.
 */
export function createAccountSms({ key, base, ids, log }: Options): AccountSms {
  const inHand = new Set<Promise<void>>();

  const send = async ({ to, text }: Sms): Promise<string | undefined> => {
    const url = base();
    if (url === undefined) return 'it is not there yet';
    const name = `account_${ids.uuid()}`;
    return reasonIn(await sendSms({ url, to, text, name, ...smsApiOptions(key) }));
  };

  const deliver = async (sms: Sms, onFailed?: () => Promise<void>) => {
    try {
      const reason = inHand.size >= mostInHand ? 'too many are in hand' : await send(sms);
      if (reason === undefined) return;
      log.error({ reason }, 'an SMS to the owner of an account was not sent');
      await onFailed?.();
    } catch (err) {
      log.error({ err }, 'an SMS to the owner of an account was not settled');
    }
  };

  return {
    send,
    sendLater: (sms, onFailed) => {
      const delivery: Promise<void> = deliver(sms, onFailed).finally(() => inHand.delete(delivery));
      inHand.add(delivery);
    },
    component: {
      name: 'SMS to owners of accounts',
      stop: async () => void (await Promise.all(inHand)),
    },
  };
}

/** Reads an answer; only its status and `simulated` are looked at, since a service may quote the text. */
function reasonIn(post: PostResult): string | undefined {
  if (post.outcome !== 'answered') return `it does not answer (${post.cause})`;
  if (post.status !== 200) return `it answered ${post.status}`;
  return isSimulated(post.text)
    ? 'it only simulates this account, which was granted no credits'
    : undefined;
}
