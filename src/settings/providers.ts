import { OneOf } from '../kit/api/schema/schema.ts';
import { Amount, Count, OptionalCount, Secret, Text } from './setting-types.ts';

/** Never the URL itself, which holds a password. */
export const wrongSmppUrl = 'must be a URL such as smpp://system_id:password@host:2775';
export const wrongAfricasTalkingUrl =
  'must be a URL such as https://api.africastalking.com/version1/messaging';

export const smppSettings = {
  SMPP_URL: Secret(
    'smpp://system_id:password@host:2775 of an SMSC, or smpps:// for TLS; with it messages can go ' +
      'over SMPP.',
    {
      pattern: '^smpps?://',
      'x-message': wrongSmppUrl,
    },
  ),
  SMPP_SYSTEM_TYPE: Text('System type to bind with, where the SMSC asks for one.', {
    pattern: '^[ -~]{1,12}$',
    'x-message': 'must have 1 to 12 ASCII characters',
  }),
  SMPP_SESSIONS: Count('Sessions with the SMSC at once.', 1, 1, 16),
  SMPP_WINDOW: Count('Most messages without an answer, for each session.', 10, 1, 1000),
  SMPP_THROUGHPUT: Count(
    'Most parts of messages in any second to the SMSC; 0 sets no limit.',
    0,
    0,
    100_000,
  ),
  SMPP_SENDER: Text("Sender id or short code at the SMSC; the SMSC's own by default.", {
    pattern: '^[ -~]{1,20}$',
    'x-message': 'must have 1 to 20 ASCII characters',
  }),
  SMPP_SENDER_TON: OptionalCount('Type of number of that sender; by its look unless set.', 0, 7),
  SMPP_SENDER_NPI: OptionalCount('Numbering plan of that sender; by its look unless set.', 0, 18),
  SMPP_IDS: OneOf(['auto', 'same', 'hex-dec', 'dec-hex'], {
    default: 'auto',
    description:
      'How the SMSC writes ids in answers and in receipts: alike, or one in hexadecimal and the ' +
      'other in decimal; `auto` finds out.',
  }),
  SMPP_RESPONSE_SECONDS: Amount('Longest wait for an answer of the SMSC.', 10, 0.1, 300),
  SMPP_ENQUIRE_SECONDS: Amount(
    'Silence after which the SMSC is asked whether it is there.',
    30,
    1,
    3600,
  ),
};

export const africasTalkingSettings = {
  AT_USERNAME: Text("Username at Africa's Talking; `sandbox` sends to their sandbox."),
  AT_API_KEY: Secret("API key of that user; with it messages can go through Africa's Talking.", {
    pattern: '^[!-~]+$',
    'x-message': 'must have ASCII characters only, without spaces',
  }),
  AT_SENDER: Text("Sender id or short code at Africa's Talking; theirs by default."),
  AT_URL: Text("Where Africa's Talking takes messages, instead of their own address.", {
    pattern: '^https?://[^\\s]+$',
    'x-message': wrongAfricasTalkingUrl,
  }),
  AT_DEADLINE_SECONDS: Amount("Longest wait for an answer of Africa's Talking.", 20, 0.1, 300),
};
