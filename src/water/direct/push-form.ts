import { Type } from 'typebox';
import { FormObject, Line, Named, OptionalNullable } from '../../kit/api/schema/schema.ts';
import { Battery, Distance, MacOrSerial, SensorName, Signal } from '../fields.ts';
import { needsLevel, pushedFields } from '../reading-field-schemas.ts';

/** Empty counts as none: firmware sends the field whether or not it has a key. */
export const ApiKey = OptionalNullable(
  Type.String({ maxLength: 128, description: 'The key of the device; optional unless required.' }),
);
export const MacAddress = MacOrSerial;

/** What a device pushes (section 2, "Readings pushed by a device"), with fields of our own. */
export const PushForm = Named(
  'Push',
  FormObject(
    {
      mac_address: MacAddress,
      ...pushedFields,
      distance_cm: OptionalNullable(Distance),
      api_key: ApiKey,
      sensor_name: OptionalNullable(SensorName),
      recorded_at: OptionalNullable(
        Line(40, {
          description: 'When it was measured, ISO 8601 with offset; for buffered readings.',
        }),
      ),
      battery_percent: OptionalNullable(Battery),
      signal_dbm: OptionalNullable(Signal),
    },
    needsLevel('water_level_percent', 'water_level_cm'),
  ),
);
