import { createHash, createHmac } from 'node:crypto';
import type { MqttTestClient } from './mqtt.ts';

/** A device that signs over MQTT by the text of docs/mqtt.md, and not by the server's own code. */
export class SigningDevice {
  counter = 0;
  key: string;
  /** Signature of its last message. */
  last = '';

  constructor(key: string) {
    this.key = key;
  }

  /** What it publishes on a topic: the signature, a line feed, and what it says. */
  sign(topic: string, said: unknown, nonce?: string): string {
    this.counter += 1;
    const payload = typeof said === 'string' ? said : JSON.stringify(said);
    const stamp = nonce === undefined ? `${this.counter}` : `${this.counter}-${nonce}`;
    const lines = ['kisima-1', 'PUBLISH', topic, '', sha256(payload), stamp];
    this.last = hmac(this.key, lines.join('\n'));
    return `${stamp}.${this.last}\n${payload}`;
  }

  /** As `sign`, of bytes that need be no text. */
  signBytes(topic: string, said: Buffer): Buffer {
    this.counter += 1;
    const lines = ['kisima-1', 'PUBLISH', topic, '', sha256(said), `${this.counter}`];
    this.last = hmac(this.key, lines.join('\n'));
    return Buffer.concat([Buffer.from(`${this.counter}.${this.last}\n`), said]);
  }

  /** Signs and publishes. @returns what was sent, to be sent again just so. */
  async publish(client: MqttTestClient, topic: string, said: unknown): Promise<string> {
    const sent = this.sign(topic, said);
    await client.publish(topic, sent);
    return sent;
  }

  /** Opens what came on a topic. @returns undefined where it is not the server's own to the last message. */
  open(topic: string, came: string, last = this.last): Record<string, unknown> | undefined {
    const [signature, payload] = [came.slice(0, 64), came.slice(65)];
    const lines = ['kisima-1', 'answer', topic, last.slice(0, 32), sha256(payload)];
    const isOwn = came[64] === '\n' && signature === hmac(this.key, lines.join('\n'));
    return isOwn ? (JSON.parse(payload) as Record<string, unknown>) : undefined;
  }
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
