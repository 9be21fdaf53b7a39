import type { Measured } from './measured.ts';

/** A channel of a Milesight frame: its number, its type, and the bytes of its value. */
type Channel = { id: number; type: number; length: number; read?: (value: Buffer) => Measured };

/** What no echo is told as: the three largest numbers of two bytes. */
const leastError = 0xfffd;

const distanceOf = (value: Buffer, perMm = 1): Measured => {
  const raw = value.readUInt16LE(0);
  return { distance_mm: raw >= leastError ? 'no echo' : raw / perMm };
};

/** 255 is a battery that is not known. */
const battery = {
  id: 0x01,
  type: 0x75,
  length: 1,
  read: (value: Buffer): Measured =>
    value[0] !== undefined && value[0] <= 100 ? { battery_percent: value[0] } : {},
};

const temperatureOf = (value: Buffer): Measured => ({ temperature: value.readInt16LE(0) / 10 });

/** What all of them say of themselves once they have joined. */
const attributes: Channel[] = [
  { id: 0xff, type: 0x01, length: 1 },
  { id: 0xff, type: 0x09, length: 2 },
  { id: 0xff, type: 0x0a, length: 2 },
  { id: 0xff, type: 0xff, length: 2 },
  { id: 0xff, type: 0x16, length: 8 },
  { id: 0xff, type: 0x0f, length: 1 },
  { id: 0xff, type: 0xfe, length: 1 },
  { id: 0xff, type: 0x0b, length: 1 },
];

/** Channels of the EM500-UDL, an ultrasonic sensor, by the tables of its maker. */
const em500Udl: Channel[] = [
  ...attributes,
  battery,
  { id: 0x03, type: 0x82, length: 2, read: (value) => distanceOf(value) },
  // Distance, its change and a word, of an alarm: in tenths of a millimetre.
  { id: 0x83, type: 0xe9, length: 5, read: (value) => distanceOf(value, 10) },
  {
    id: 0x20,
    type: 0xce,
    length: 6,
    read: (value) => ({ ...distanceOf(value.subarray(4)), at: value.readUInt32LE(0) }),
  },
];

/** Channels of the EM400-TLD, a laser sensor. */
const em400Tld: Channel[] = [
  ...attributes,
  battery,
  { id: 0x03, type: 0x67, length: 2, read: temperatureOf },
  { id: 0x04, type: 0x82, length: 2, read: (value) => distanceOf(value) },
  { id: 0x05, type: 0x00, length: 1 },
  { id: 0x06, type: 0x88, length: 9 },
  { id: 0x83, type: 0x67, length: 3, read: temperatureOf },
  { id: 0x84, type: 0x82, length: 3, read: (value) => distanceOf(value) },
];

/**
 * Reads the channels of a frame one after the other, until one that is not known: nothing says how long it is.
 * @returns what it says of now, with what it kept of before; empty where it says nothing of a tank.
 */
function readChannels(channels: Channel[], bytes: Buffer): Measured[] {
  const present: Measured = {};
  const kept: Measured[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [id, type] = [bytes[at], bytes[at + 1]];
    const channel = channels.find((each) => each.id === id && each.type === type);
    if (!channel) break;
    const value = bytes.subarray(at + 2, at + 2 + channel.length);
    if (value.length < channel.length) {
      if (channel.type === 0x82 || channel.type === 0xe9) present.distance_mm = 'cut short';
      break;
    }
    const said = channel.read?.(value) ?? {};
    if (said.at === undefined) Object.assign(present, said);
    else kept.push(said);
    at += 2 + channel.length;
  }
  return present.distance_mm === undefined ? kept : [...kept, present];
}

export const decodeEm500Udl = (bytes: Buffer): Measured[] => readChannels(em500Udl, bytes);
export const decodeEm400Tld = (bytes: Buffer): Measured[] => readChannels(em400Tld, bytes);
