import { identityOf } from '../../devices/identity.ts';

/**
 * Prefix of discovery, which is Home Assistant's default, and the topic on which it says that it starts
 * (its documentation of MQTT, "Discovery topic" and "Birth and last will messages").
 */
export const discoveryPrefix = 'homeassistant';
export const birthTopic = `${discoveryPrefix}/status`;

/** Stays the same over renaming, hand-over and replacement of the board. */
export function nodeIdOf(deviceId: number): string {
  return `kisima_${deviceId}`;
}

export function configTopic(deviceId: number): string {
  return `${discoveryPrefix}/device/${nodeIdOf(deviceId)}/config`;
}

/** Filter of the topics of discovery of all devices, among those of others. */
export const anyDeviceConfig = `${discoveryPrefix}/device/+/config`;

/** Id of the device of a topic of discovery; undefined for any other topic. */
export function deviceOfConfigTopic(topic: string): number | undefined {
  const id = /^homeassistant\/device\/kisima_([1-9]\d{0,14})\/config$/.exec(topic)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** All that is known of a tank now, as JSON. */
export function stateTopic(macOrSerial: string): string {
  return `kisima/${macOrSerial}/state`;
}

/** MAC or serial in the first topic of a state that a text names. */
export function nameInStateTopic(text: string): string | undefined {
  return /"kisima\/([^/+#"]{4,64})\/state"/.exec(text)?.[1];
}

/** Where Home Assistant says what a pump is to do. */
export function pumpTopic(macOrSerial: string): string {
  return `kisima/${macOrSerial}/pump/set`;
}

/** Identity of the device of a topic for pumps; undefined for any other topic. */
export function identityOfPumpTopic(topic: string): string | undefined {
  const name = /^kisima\/([^/+#]{4,64})\/pump\/set$/.exec(topic)?.[1];
  return name === undefined ? undefined : identityOf(name);
}
