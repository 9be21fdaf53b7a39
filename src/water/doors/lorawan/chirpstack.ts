import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import {
  type Heard,
  membersOf,
  objectsOf,
  readBytes,
  readDevEui,
  strongest,
  textOr,
} from './uplink.ts';

/**
 * Reads an event of the HTTP integration of ChirpStack 4 in JSON
 * (https://www.chirpstack.io/docs/chirpstack/integrations/events.html).
 * @param event of the query; `up` is what a device sent, `ack` says whether it has received a downlink, `join`
 * that it has begun a new session; all others are of the network.
 * @throws ApiError 400 that names the fields without which an uplink is none.
 */
export function readChirpstack(event: string | undefined, body: unknown): Heard {
  if (event !== 'up' && event !== 'ack' && event !== 'join') return { event: event ?? 'none' };
  const sent = membersOf(body);
  const device = membersOf(sent.deviceInfo);
  const gateways = objectsOf(sent.rxInfo);
  const devEui = readDevEui(device.devEui);
  if (!devEui) throw failures.invalidField('deviceInfo.devEui', fault('invalid'));
  if (event === 'join') return { joined: { devEui } };
  if (event === 'ack') {
    const names = [textOr(sent.queueItemId, '')];
    return { receipt: { devEui, names, isReceived: sent.acknowledged === true } };
  }
  // The clock of a gateway may be wrong; the network server's own comes since ChirpStack 4.4.
  const [receivedAt] = gateways
    .map(({ nsTime }) => textOr(nsTime, undefined))
    .filter((time) => time !== undefined)
    .sort();
  const time = receivedAt ?? textOr(sent.time, null);
  return {
    uplink: {
      network: 'chirpstack',
      id: textOr(sent.deduplicationId, `${sent.devAddr} ${sent.fCnt} ${time}`),
      devEui,
      profile: textOr(device.deviceProfileName, null),
      fPort: Number(sent.fPort ?? 0),
      bytes: readBytes(sent.data),
      decoded: sent.object ?? null,
      receivedAt: time,
      signal: strongest(gateways.map(({ rssi }) => rssi)),
    },
  };
}
