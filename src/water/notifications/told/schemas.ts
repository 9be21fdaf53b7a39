import { Type } from 'typebox';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../../kit/api/schema/schema.ts';
import { deviceRoles } from '../../access.ts';
import { phases } from '../message.ts';
import { channelNames } from '../preferences.ts';
import { notificationStates } from '../schemas.ts';

export const ToldQuery = FormObject({ id: RecordId });

const PersonName = Nullable(
  Type.String({ description: 'As the person has put it; `null` where there is none.' }),
);

export const Told = Named(
  'Told',
  Type.Object({
    acknowledged_by: Nullable(Type.Object({ id: Type.String(), full_name: PersonName })),
    people: Type.Array(
      Type.Object({
        id: Type.String(),
        full_name: PersonName,
        role: OneOf(deviceRoles),
        waits_until: Nullable({
          ...Instant,
          description:
            'When the person is told, unless it is acknowledged or over: `null` where nothing waits.',
        }),
        messages: Type.Array(
          Type.Object({
            channel: OneOf(channelNames),
            phase: OneOf(phases),
            status: OneOf(notificationStates),
            is_paid_by_owner: Type.Boolean({
              description: "Whether the SMS account of the tank's owner pays for it.",
            }),
            created_at: Instant,
            sent_at: Nullable(Instant),
            delivered_at: Nullable(Instant),
          }),
        ),
      }),
    ),
  }),
);
