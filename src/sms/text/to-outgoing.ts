import type { OutgoingMessage, StoredMessage } from '../message.ts';
import { textToSend } from './smart-encoding.ts';

/** A stored message as it is submitted: its text in the encoding that it was accepted with. */
export function toOutgoing(message: StoredMessage): OutgoingMessage {
  const { id, userId, phone, sender, text, encoding, class: messageClass, expiresAt } = message;
  return {
    id,
    userId,
    to: phone,
    text: textToSend(text, encoding),
    from: sender,
    class: messageClass,
    expiresAt,
  };
}
