import { Type } from 'typebox';
import { fault } from '../kit/api/failures/faults.ts';
import { Line, OneOf, Shaped } from '../kit/api/schema/schema.ts';
import { brokenMac, longestMacOrSerial, newMacOrSerial } from './device-rules.ts';

/** The fields of document 1 that several of its resources share (its section 2). */

const pumpCommands = ['on', 'off', 'auto', 'schedule'] as const;
export const commandStatuses = ['pending', 'executed', 'cancelled', 'expired'] as const;
export const commandSources = ['user', 'auto', 'schedule'] as const;
export const alertTypes = ['overflow', 'low', 'sensor', 'pump', 'offline', 'maintenance'] as const;
export const severities = ['critical', 'warning', 'info'] as const;

export type PumpCommand = (typeof pumpCommands)[number];
export type CommandStatus = (typeof commandStatuses)[number];
export type CommandSource = (typeof commandSources)[number];
export type AlertType = (typeof alertTypes)[number];
export type Severity = (typeof severities)[number];

/** Identifiers of devices are text to their users; one that is no number of ours is not found. */
export const DeviceId = Line(64, { description: 'The `id` of a device.' });
export const MacOrSerial = Line(longestMacOrSerial, {
  description: 'MAC address or serial number.',
});
/** What a device is registered by. */
export const NewMacOrSerial = Shaped(newMacOrSerial, fault('macOrSerial'), {
  minLength: 1,
  maxLength: longestMacOrSerial,
  description: 'MAC address or serial number.',
  wrongKind: brokenMac,
});
export const SensorName = Line(64, { description: 'Name of a sensor of the device.' });

/** Of a device: percent of its charge, and dBm of its network. */
export const Battery = Type.Number({ minimum: 0, maximum: 100 });
export const Signal = Type.Number({ minimum: -150, maximum: 0 });
/**
 * Centimetres from a sensor down to the water. No 0, which is what many sensors say when no echo
 * came back.
 */
export const Distance = Type.Number({ minimum: 1, maximum: 100_000 });
export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });
export const Percent = Type.Number({ minimum: 0, maximum: 100 });

export const CommandWord = OneOf(pumpCommands);
export const SeverityWord = OneOf(severities);
export const AlertTypeWord = OneOf(alertTypes);
