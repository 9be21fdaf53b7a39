/**
 * Faults of a field, a line, an entry or a delivery, as the API words them. `{name}` stands for a value.
 * The dashboard reads a fault back with `readFault`, and has words for each in every other language.
 */
export const faults = {
  required: 'is required',
  text: 'must be a string',
  number: 'must be a number',
  integer: 'must be an integer',
  boolean: 'must be a boolean',
  list: 'must be an array',
  object: 'must be an object',
  oneOf: 'must be one of {values}',
  least: 'must be at least {limit}',
  most: 'must be at most {limit}',
  more: 'must be more than {limit}',
  less: 'must be less than {limit}',
  empty: 'must not be empty',
  tooShort: 'must have at least {limit} characters',
  tooLong: 'must have at most {limit} characters',
  tooFew: 'must have at least {limit} entries',
  tooMany: 'must have at most {limit} entries',
  twice: 'must not have the same entry twice',
  blank: 'must not be blank or contain control characters',
  email: 'must be an e-mail address',
  format: 'must be a {format}',
  invalid: 'is not valid',
  unknownField: 'unknown field {field}',
  unknownFieldMeant: 'unknown field {field}; did you mean {meant}?',
  keyIsHeader: 'unknown field {field}; the API key goes in the header X-API-Key',
  keyHeader: 'is the header of the request that holds the API key, and is missing',
  onlyOfBulk: 'unknown field {field}; groups and lists are for /v1/sms/bulk',
  moreUnknown: 'has {amount} more unknown fields',
  repeated: 'is sent more than once',
  namesFields: 'must name the fields of a reading in its first line',
  noPosition: 'is no position',
  disconnected: 'says that no sensor is connected',
  halfCount: 'counts only where both boot and seq are sent',
  otherReading: 'names the instant of another reading, which stays',
  otherTopic: 'names another device than the topic',

  instant: 'must be an ISO 8601 date-time with a time zone, such as 2026-11-21T08:00:00Z',
  noZone: 'has no time zone: end it with Z where it is UTC, or with an offset such as +03:00',
  dayOrder: 'may have its day and month in either order; write it as 2026-11-21T08:00:00Z',
  zoned: 'must be an ISO 8601 date-time with a time zone',
  offset: 'must be an ISO 8601 date-time with its offset from UTC',
  moment: 'must be a day or a date-time, such as 2026-11-21',
  month: 'must be a month, such as 2026-10',
  timeOfDay: 'must be a time such as {example}',
  past: 'is in the past',
  ahead30Days: 'is more than 30 days ahead',
  future: 'is more than 5 minutes in the future',
  tenYears: 'is more than ten years ago',
  oneYear: 'is more than a year ago',
  toCome: 'is still to come',
  sevenDays: 'is more than 7 days after the start',
  retention: 'is older than readings are kept',
  dayAgo: 'must not be more than a day ago',
  yearAhead: 'must be at most a year ahead',
  tooEarly: 'is too early',
  tooLate: 'is too late',
  mostDays: 'must not be more than {most} days before the end',
  beforeStart: 'must not be before the start',
  afterNow: 'must not be after now',
  zero: 'must not be 0',
  sameAs: 'must differ from {field}',
  sameAsFrom: 'must not be as from',

  emailTaken: 'has an account already',
  commonPassword: 'is one of those that are tried first; choose another',
  notPresentPassword: 'is not the present one',
  codeUsed: 'is wrong or was used already',
  timeZone: 'must be an IANA time zone name',
  sessionId: 'must be the id of a session',

  url: 'must be a URL such as https://example.com/events',
  urlUser: 'must not carry a user name or password',
  urlPrivate:
    'cannot be used: the address is not a public one, which whoever runs the server allows by WEBHOOKS_ALLOW_PRIVATE=true',
  urlQuery: 'must have no query',
  answeredWith: 'answered with status {status}',
  hostUnreachable: 'the host was not found, is not public or takes no connections',
  insecure: 'no secure connection came about; look at the certificate',
  late: 'no answer within {milliseconds} ms',
  brokenOff: 'the connection broke off before the answer',
  trialAnswered: 'The endpoint {fault}.',
  trialUnsent: 'The event could not be sent: {fault}.',
  trialUnanswered: 'The event left and was not answered: {fault}.',
  subscriptionGone: 'the browser has taken its subscription back',
  notReceived: 'the phone did not get it',
  notSetUp: 'the channel is not set up any more',
  neverHeard: 'the network server has never passed on anything of the device',
  noDevEui: 'must be a device with a DevEUI for its serial number',
  mostBytes: 'must have at most {limit} bytes',
  endless: 'must tell the board how long to run, such as {place}, or stops_by_itself must be true',
  mailSilent: 'the mail server did not answer',
  oneSought: 'is one of three, of which exactly one is needed',
  serverFailed: 'this server failed at it',
  noChannel: 'this server has no such channel now',
  smsSuspended: 'the SMS account is suspended: {reason}',
  notShared: 'its devices are no longer shared',

  totalLine: 'begins a line of sums, which is no device',
  nearlyMac: 'has {amount} hexadecimal digits, and a MAC has 12',
  macOrSerial:
    'must be a whole MAC address (AA:BB:CC:DD:EE:FF), or a serial of 4 to 64 letters, digits, dots, underscores and hyphens',
  needsTank: 'is required, since the sensor “{sensor}” has no tank configured',
  needsSensorHeight:
    'is required, since the tank of the sensor “{sensor}” has no sensor_height_cm configured',
  beyondTank: 'lies more than a tenth of its height outside the configured tank',
  otherTank: 'must be another tank',
  supply: 'must be like Mon, Thu 04:00 to 11:00, or none',
  tableRises: 'must rise from row to row, in height and in litres',
  belowBrim: 'must be below the brim',
  tankRoom: 'must have room for {least} to {most} litres that can be used',
  deadZone: 'must be less than sensor_height_cm',
  calibration: 'must have points that differ, with a scale of {least} to {most}',
  onBelowOff: 'must be less than turn_off_above',
  onBelowHigh: "must be less than the sensor's high threshold, which is {limit}",
  offAboveLow: "must be more than the sensor's low threshold, which is {limit}",
  scheduleOnly: 'belongs to the command schedule',
  refillId: 'must be the `id` of a refill',
  addressee: 'must be an e-mail or a Kenyan mobile number',
  smsBaseToo: 'must come with another sms_base',
  smsKeyToo: 'needs an sms_key, by which questions are answered',
  webhookSecret: 'must be the secret of a webhook',
  base64url: 'must be base64url',
  p256: 'must be a public key of P-256',
  sixteenBytes: 'must be 16 bytes',
  sixDigits: 'must be the six digits of the SMS',

  simulatorFails: 'The simulator lets this one fail.',
  providerSilent: 'The provider did not answer.',
  noProvider: 'No provider takes messages at the moment.',
  throttled:
    'There was no turn in time, as the provider takes only so many messages a second ({fault}).',
  serverStopped: 'The server stopped before the provider answered.',
  simulatorUp: 'sends nothing, reports everything',
  nothingSent: 'nothing was sent yet',
  lastAnswered: 'the last call was answered',
  sessions: '{bound} of {all} sessions bound',
  sessionsSlow: '{bound} of {all} sessions bound, told to slow down',
  sessionsTrouble: '{bound} of {all} sessions bound: {fault}',
  paidUp: "what the tank's owner pays for within a day is used up",
  notPaid: "the tank's owner no longer pays for it",
  wantOfMoney: 'takes no messages for want of money: {fault}',
  repeatRefused: 'A repeat was refused: {fault}',

  phone: 'must be a Kenyan mobile number',
  phoneSuchAs: 'must be a Kenyan mobile number such as 0712345678',
  noPhone: 'is not a Kenyan mobile number',
  nobody: 'has no Kenyan mobile number',
  nobodyInGroup: 'has no contact that can be sent to',
  allOptedOut: 'has only numbers that have opted out',
  optedOut: 'has opted out of promotional messages',
  noSuchGroup: 'is no group of this account',
  eitherOr: 'must not be given together: to, group_id or messages',
  oneOfBoth: 'is required: to, group_id or messages',
  textInMessages: 'must be left out, since each of messages has a text of its own',
  placeholder:
    'has {placeholder}, which stands for nothing here; {escaped} is sent as it stands, without the backslash',
  placeholderMeant:
    'has {placeholder}, which stands for nothing here; did you mean {meant}? {escaped} is sent as it stands, without the backslash',
  sameTextAgain: 'is sent this text already, by the entry with index {index}',
  segments: 'must have at most {most} segments in its encoding, not {segments}',
  senderClass: 'must be {class}, which is all that this sender carries',
  noSender: 'must be left out, since the account has no sender of its own',
  ownSender: "must be one of the account's own: {names}",
  senderName: 'must be a sender id of 3 to 11 characters or a code of 3 to 15 digits',
  noContacts: 'holds no contacts',
  mostContacts: 'must hold at most {most} contacts',
  groupFull: 'does not fit: a group has at most {most} contacts',
  quotes: 'has quotes that do not match',
  repeatedLine: 'is the same device as in line {line}',
  deviceTaken: 'is registered to another account',
  place: 'must be a latitude and a longitude, such as -1.2921, 36.8219',
  groupRoom: 'has no room: a group has at most {most} devices',
  groupsRoom: 'would be one too many: at most {most} groups are possible',
  deviceUnknown: 'is none of your devices',
  sensorUnknown: 'is no sensor of the device',
  sharesRoom: 'has no room: at most {most} people can share a device',
  needsShape: 'needs the shape of the tank',
  noDevices: 'holds no devices',
  mostDevices: 'must hold at most {most} devices',
  lostDigits:
    'lost digits in a spreadsheet and cannot be known; format its column as text and export it again',
  numberMissing: 'has no phone number',
  mendLostZero: 'had lost the zero in front',
  mendCountryPrefix: 'had a zero or two too many in front',
  mendTextMark: 'had signs of a spreadsheet around it',
  mendUnseen: 'had characters that are not seen',
  mendExponent: 'was written with an exponent',
  mendDecimals: 'was written with decimals',
  mendThousands: 'was written with thousands set apart',
  mendSeveral: 'was several numbers, each of which was taken',
  mendWords: 'had something beside the number, which was left out',
  mendFurther: 'is a further number of the line, which was left out',
  longLine: 'is a line of more than {most} characters',
  nameNoText: 'has a name that is no text',
  nameControl: 'has a name with control characters',
  nameTooLong: 'has a name of more than {most} characters',
  blankWithoutName: 'has no name, and the text is blank without one',
  tooLongWithName: 'has a name with which the text has more than {most} characters',
  segmentsWithName:
    'has a name with which the text must have at most {most} segments in its encoding, not {segments}',
} as const;

export type FaultCode = keyof typeof faults;
export type FaultValues = Record<string, string | number>;

declare const isFault: unique symbol;

/** A sentence of the list: only `fault` makes one, so that every fault can be read back. */
export type FaultText = string & { readonly [isFault]: true };

/** Sentence of a fault. */
export function fault(code: FaultCode, values: FaultValues = {}): FaultText {
  return fillFault(faults[code], values) as FaultText;
}

/** Puts values into a sentence. */
export function fillFault(sentence: string, values: FaultValues): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

type Pattern = { code: FaultCode; pattern: RegExp };

let patterns: Pattern[] | undefined;

/** Reads a sentence of the API with its values; undefined for one that is not of the list. */
export function readFault(text: string): { code: FaultCode; values: FaultValues } | undefined {
  patterns ??= makePatterns();
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return { code, values: { ...found.groups } };
  }
  return undefined;
}

/** Sentences with most fixed words first, since the values of another could contain them. */
function makePatterns(): Pattern[] {
  const ownLength = (sentence: string) => sentence.replaceAll(/\{\w+\}/g, '').length;
  return Object.entries(faults)
    .sort(([, a], [, b]) => ownLength(b) - ownLength(a))
    .map(([code, sentence]) => ({ code: code as FaultCode, pattern: patternOf(sentence) }));
}

function patternOf(sentence: string): RegExp {
  const fixed = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${fixed.replaceAll(/\{(\w+)\}/g, '(?<$1>[^]*?)')}$`);
}
