import { isOtherStyle, nearestName } from '../../text/nearest-name.ts';
import type { Meant } from '../failures/api-error.ts';

/** Names that other services' APIs have for one field, in any style: `phoneNumber` is `phone_number`. */
const families = [
  'to phone phones phone_number phone_numbers phone_no number numbers no recipient recipients ' +
    'recipient_number msisdn msisdns mobile mobiles simu mobile_number mobile_numbers mobile_no ' +
    'destination destinations dest tel destination_number destination_address dest_addr dst ' +
    'receiver receivers contact telephone cell address to_number send_to namba contacts',
  'message text body content msg sms message_text message_body short_message sms_text ' +
    'text_message message_content ujumbe messages',
  'sender from sender_id sender_name source source_address source_addr shortcode short_code ' +
    'from_number originator alpha sender_address from_name src',
  'scheduled_at schedule schedule_time scheduled_time send_at send_time send_date schedule_at ' +
    'schedule_date deliver_at delivery_time date_time time_to_send time date when',
  'group_id group contact_group contact_group_id group_name list_id list',
  'reference ref client_reference external_id custom_id client_id correlator ' +
    'client_message_id client_ref user_ref user_reference correlation_id',
  'messages texts items batch data',
  'campaign campaign_name label tag name',
  'class type message_type category traffic_type',
  'dry_run test simulate preview validate_only',
  'name full_name first_name contact_name display_name',
].map((names) => names.split(' '));

/** Names by which programs send the key of document 2 in a body or a query: its section 5 has it in a header. */
const keyNames = [
  'api_key',
  'x_api_key',
  'key',
  'access_key',
  'api_token',
  'token',
  'authorization',
];

/** What only the body of `bulk` has: document 2, section 2. */
const ofBulk = ['group_id', 'messages', 'campaign', 'dry_run'];

/** What was probably meant by a field of another name. */
export function meantBy(given: string, known: readonly string[]): Meant {
  const same = known.find((name) => isOtherStyle(name, given)) ?? knownByOtherName(given, known);
  if (same !== undefined) return { field: same };
  if (keyNames.some((name) => isOtherStyle(name, given))) return { place: 'keyIsHeader' };
  const isSend = known.includes('to') && known.includes('message') && !known.includes('group_id');
  if (isSend && isOf(given, ofBulk)) return { place: 'onlyOfBulk' };
  const near = nearestName(given, known);
  return near === undefined ? undefined : { field: near };
}

function isOf(given: string, names: readonly string[]): boolean {
  return (
    names.some((name) => isOtherStyle(name, given)) || knownByOtherName(given, names) !== undefined
  );
}

/** The known name of a field that other services call as it was given. */
function knownByOtherName(given: string, known: readonly string[]): string | undefined {
  for (const family of families) {
    if (!family.some((name) => isOtherStyle(name, given))) continue;
    const meant = family.find((name) => known.includes(name) && !isOtherStyle(name, given));
    if (meant !== undefined) return meant;
  }
  return undefined;
}
