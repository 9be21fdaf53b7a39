import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { Instant, Line, OptionalNullable, Shaped } from '../../kit/api/schema/schema.ts';
import { phonePattern } from '../../kit/text/phone.ts';
import { BrowserId, Password } from '../schemas.ts';
import { Code } from '../second-factor/schemas.ts';

const Phone = Shaped(phonePattern, fault('phoneSuchAs'), { maxLength: 64 });
const SmsCode = Shaped('^[0-9]{6}$', fault('sixDigits'), {
  maxLength: 6,
  description: 'Six digits of the SMS.',
});
const PresentPassword = Line(256, { description: 'The present one.' });

export const SignInWays = Type.Object({
  phone: Type.Boolean({
    description:
      'Whether this server sends codes by SMS, so that accounts may have a phone number.',
  }),
});

export const PhoneStart = Type.Object({ phone: Phone, password: PresentPassword });
export const PhoneStarted = Type.Object({
  phone: Type.String({ description: 'As it is stored, `254XXXXXXXXX`.' }),
  expires_at: Instant,
});
export const PhoneConfirmation = Type.Object({ sms_code: SmsCode });
export const PhoneSet = Type.Object({ phone: Type.String() });
export const PhoneRemoval = Type.Object({ password: PresentPassword });
export const PhoneRemoved = Type.Object({ phone: Type.Null() });

export const PhoneResetRequest = Type.Object({ phone: Phone });
export const PhoneResetOpened = Type.Object({ expires_at: Instant });
export const PhoneReset = Type.Object({
  phone: Phone,
  sms_code: SmsCode,
  password: Password,
  code: OptionalNullable(Code),
  browser_id: BrowserId,
});
export type PhoneReset = Static<typeof PhoneReset>;
