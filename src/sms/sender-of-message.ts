import { sql } from 'kysely';

/**
 * Who a message is from: the sender that was asked for, as long as it is its account's, else the one
 * that the account has had for longest, null where it has none. To be used where `sms_messages` is
 * written, as a column of what that returns.
 */
export const senderOfMessage = sql<string | null>`coalesce((
  select s.name from sms_senders as s
  where s.sender = sms_messages.sender and s.user_id = sms_messages.user_id), (
  select s.name from sms_senders as s where s.user_id = sms_messages.user_id
  order by s.created_at, s.sender limit 1))`;
