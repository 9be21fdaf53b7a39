import { createECDH, hkdfSync } from 'node:crypto';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The order of the curve P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The keys by which push services know this server (RFC 8292), derived from its secret: browsers that
 * subscribed know it again for as long as it has that secret, and there is nothing more to keep.
 */
export function deriveVapidKeys(serverSecret: Buffer): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', serverSecret, '', 'kisima vapid', 48));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
