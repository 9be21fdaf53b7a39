import { Type } from 'typebox';
import { FormObject, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { FormatField } from '../files/csv-answer.ts';
import { timeFields } from '../files/dated-page.ts';
import { messageClasses } from '../message-states.ts';
import { type DayLine, grounds } from './day-lines.ts';
import { networks } from './networks.ts';

export const mostDays = 92;
export const usualDays = 30;

export const DaysQuery = FormObject({
  by: Type.Optional(
    OneOf(grounds, { default: 'day', description: 'What the lines of a day are told apart by.' }),
  ),
  ...timeFields,
  format: FormatField,
});

const seconds = (description: string) => Nullable(Type.Integer({ description }));

export const DaySchema = Named(
  'SmsDay',
  Type.Object({
    day: Type.String({ description: "Such as `2026-11-21`, of the account's zone." }),
    network: Nullable(OneOf(networks), {
      description: "That the number's range was given to; `null` where the line has all.",
    }),
    class: Nullable(OneOf(messageClasses), { description: '`null` where the line has both.' }),
    messages: Type.Integer({ description: 'Accepted on that day.' }),
    handed_over: Type.Integer({ description: 'That a provider took.' }),
    delivered: Type.Integer(),
    undelivered: Type.Integer(),
    without_receipt: Type.Integer({ description: 'Handed over, and no receipt so far.' }),
    failed: Type.Integer(),
    expired: Type.Integer(),
    cancelled: Type.Integer(),
    waiting: Type.Integer({ description: 'Not handed over so far, as far as anybody knows.' }),
    handed_over_median_s: seconds(
      'Half were handed over within so many seconds of being accepted, or of their time.',
    ),
    handed_over_p95_s: seconds('The same of 95 in 100.'),
    receipt_median_s: seconds('Half of those delivered had their receipt within so many seconds.'),
    receipt_p95_s: seconds('The same of 95 in 100.'),
  }),
);

export const dayColumns = [
  'day',
  'network',
  'class',
  'messages',
  'handed_over',
  'delivered',
  'undelivered',
  'without_receipt',
  'failed',
  'expired',
  'cancelled',
  'waiting',
  'handed_over_median_s',
  'handed_over_p95_s',
  'receipt_median_s',
  'receipt_p95_s',
] as const satisfies (keyof DayLine)[];
