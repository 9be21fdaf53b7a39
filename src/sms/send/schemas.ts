import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { Named, OneOf, Shaped } from '../../kit/api/schema/schema.ts';
import { phonePattern } from '../../kit/text/phone.ts';
import {
  MessageClassField,
  MessageText,
  ReferenceField,
  ScheduledAt,
  SenderField,
  SimulatedField,
  SmartEncodingField,
} from '../message-fields.ts';

/** Document 2, section 2 "Single message request". */
export const SendRequest = Named(
  'SmsSend',
  Type.Object({
    to: Shaped(phonePattern, fault('phone'), {
      maxLength: 64,
      description: '`07…`, `01…`, `2547…` or `2541…`; spaces, dashes and a leading + are forgiven.',
    }),
    message: MessageText,
    scheduled_at: ScheduledAt,
    class: MessageClassField,
    sender: SenderField,
    smart_encoding: SmartEncodingField,
    reference: ReferenceField,
  }),
);
export type SendRequest = Static<typeof SendRequest>;

/** Document 2, section 2 "Responses". */
export const SendAnswer = Named(
  'SmsSent',
  Type.Object({
    success: Type.Literal(true),
    message_id: Type.String(),
    balance: Type.Integer(),
    message: OneOf(['SMS sent', 'SMS queued'], {
      description: '`SMS queued` where it goes later.',
    }),
    simulated: SimulatedField,
  }),
);
export type SendAnswer = Static<typeof SendAnswer>;
