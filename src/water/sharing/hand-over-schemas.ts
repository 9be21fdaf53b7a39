import { Type } from 'typebox';
import { Line, OptionalNullable } from '../../kit/api/schema/schema.ts';
import { DeviceId, NewMacOrSerial } from '../fields.ts';

const Email = Line(254, { format: 'email', description: 'Compared without regard to case.' });

const needsNewOwner = {
  if: { required: ['to'], properties: { to: { not: { type: 'null' } } } },
  else: { required: ['email'] },
};

export const NewTransfer = Type.Object(
  {
    device_id: DeviceId,
    email: Type.Optional(Email),
    to: OptionalNullable(
      Line(254, {
        description: 'An e-mail, or the number of a Kenyan mobile phone, in the place of `email`.',
      }),
    ),
    keep_history: OptionalNullable(
      Type.Boolean({ description: 'Readings, alerts and commands go along; they do by default.' }),
    ),
    keep_shares: OptionalNullable(
      Type.Boolean({ description: 'Whom it is shared with stays; nobody does by default.' }),
    ),
  },
  needsNewOwner,
);

export const Replacement = Type.Object({
  device_id: DeviceId,
  mac_or_serial: NewMacOrSerial,
  rotate: OptionalNullable(
    Type.Boolean({
      description: 'Makes a new key; by default the new hardware takes the old one.',
    }),
  ),
});
