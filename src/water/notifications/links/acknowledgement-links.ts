import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type AcknowledgementLinks = {
  /** The end of a link's address: letters, digits, `-` and `_`. */
  tokenOf: (notificationId: number) => string;
  /** The notification of a token; undefined where it is not one of ours. */
  read: (token: string) => number | undefined;
};

/** 72 bits: short enough for an SMS, and nobody finds one by trying. */
const macBytes = 9;

/**
 * Tokens that say that a notification's incidents are seen to, and nothing else. Each is the id with its
 * HMAC, so that none is stored and whoever reads the outbox cannot make one.
 */
export function createAcknowledgementLinks(serverSecret: Buffer): AcknowledgementLinks {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'kisima acknowledgements', 32));
  const macOf = (id: number) =>
    createHmac('sha256', key).update(String(id)).digest().subarray(0, macBytes);
  return {
    tokenOf: (id) => id.toString(36) + macOf(id).toString('base64url'),
    read: (token) => {
      const match = /^([0-9a-z]{1,10})([\w-]{12})$/.exec(token);
      if (!match) return undefined;
      const id = Number.parseInt(match[1] ?? '', 36);
      const mac = Buffer.from(match[2] ?? '', 'base64url');
      return timingSafeEqual(mac, macOf(id)) ? id : undefined;
    },
  };
}
