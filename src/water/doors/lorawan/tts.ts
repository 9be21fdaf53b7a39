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

/** News of downlinks, and whether the device has received them. */
const receipts = { downlink_ack: true, downlink_nack: false, downlink_failed: false };

/** Members that say what a message of The Things Stack is, beside what all of them have. */
const common = ['end_device_ids', 'correlation_ids', 'received_at', 'simulated'];

/**
 * Reads a message of a webhook of The Things Stack 3 in JSON
 * (https://www.thethingsindustries.com/docs/integrations/data-formats/): an uplink, or the same normalized.
 * @throws ApiError 400 that names the fields without which an uplink is none.
 */
export function readTts(body: unknown): Heard {
  const sent = membersOf(body);
  const message = sent.uplink_message ?? sent.uplink_normalized;
  const ids = membersOf(sent.end_device_ids);
  const devEui = readDevEui(ids.dev_eui);
  const receipt = Object.entries(receipts).find(([name]) => sent[name] !== undefined);
  if (receipt && devEui) {
    const [name, isReceived] = receipt;
    const about = membersOf(sent[name]);
    const downlink = membersOf(about.downlink ?? about);
    return { receipt: { devEui, names: textsOf(downlink.correlation_ids), isReceived } };
  }
  if (message === undefined) {
    return { event: Object.keys(sent).find((name) => !common.includes(name)) ?? 'none' };
  }
  const up = membersOf(message);
  if (!devEui) {
    throw failures.invalidField('end_device_ids.dev_eui', fault('invalid'));
  }
  // Empty fields are left out: the first frame has no f_cnt.
  const receivedAt = textOr(up.received_at, textOr(sent.received_at, null));
  return {
    uplink: {
      network: 'tts',
      id: [up.session_key_id ?? '', up.f_cnt ?? 0, receivedAt].join(' '),
      devEui,
      profile: textOr(membersOf(up.version_ids).model_id, null),
      fPort: Number(up.f_port ?? 0),
      bytes: readBytes(up.frm_payload),
      decoded: up.decoded_payload ?? up.normalized_payload ?? null,
      receivedAt,
      signal: strongest(objectsOf(up.rx_metadata).map(({ rssi }) => rssi)),
      ...addressOf(ids),
    },
  };
}

/** How its API calls a device: `<application>/<device>`. */
function addressOf(ids: Record<string, unknown>): { address?: string } {
  const application = textOr(membersOf(ids.application_ids).application_id, undefined);
  const device = textOr(ids.device_id, undefined);
  return application && device ? { address: `${application}/${device}` } : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
