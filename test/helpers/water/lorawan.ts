import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Answer, TestServer } from '../server/test-server.ts';

type Fields = Record<string, unknown>;

/** A DevEUI that no other test has, as network servers write it. */
export function randomDevEui(): string {
  return randomBytes(8).toString('hex');
}

/** Makes a secret of a webhook for the user whose token this is. */
export async function makeSecret(
  server: TestServer,
  token: string,
  network: 'chirpstack' | 'tts' = 'chirpstack',
): Promise<string> {
  const json = { name: 'The estate', network };
  const answer = await server.request('POST', '/api/lorawan/secrets', { token, json });
  assert.equal(answer.status, 201, answer.text);
  return (answer.body as { secret: string }).secret;
}

/** An uplink as ChirpStack 4 documents it, of an EM500-UDL that measures 1,234 mm, unless fields say otherwise. */
export function chirpstackUp(devEui: string, at: number, fields: Fields = {}) {
  const time = `${new Date(at).toISOString().slice(0, -1)}456789+00:00`;
  return {
    deduplicationId: randomBytes(16).toString('hex'),
    time,
    deviceInfo: {
      tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
      tenantName: 'Kilifi',
      applicationId: 'c2ec0d5c-3a3b-4b1a-b7b9-1e4f1b1f1d2a',
      applicationName: 'Tanks',
      deviceProfileId: '14855bf7-d10d-4aee-b618-ebfcb64dc7ad',
      deviceProfileName: 'Milesight EM500-UDL',
      deviceName: 'Roof tank',
      devEui,
      deviceClassEnabled: 'CLASS_A',
      tags: { place: 'roof' },
    },
    devAddr: '01a2b3c4',
    adr: true,
    dr: 5,
    fCnt: 42,
    fPort: 85,
    confirmed: false,
    data: Buffer.from('0175640382D204', 'hex').toString('base64'),
    rxInfo: [
      { gatewayId: '0016c001f153a14c', uplinkId: 4217106255, rssi: -108, snr: -3.2 },
      { gatewayId: '0016c001f153a14d', uplinkId: 3217106255, rssi: -97, snr: 8.5, nsTime: time },
    ],
    txInfo: { frequency: 868300000, modulation: { lora: { bandwidth: 125000 } } },
    ...fields,
  };
}

/** An uplink message as The Things Stack documents it, of an LDDS75 that measures 1,034 mm. */
export function ttsUplink(devEui: string, at: number, message: Fields = {}) {
  const received = new Date(at).toISOString();
  return {
    end_device_ids: {
      device_id: 'roof-tank',
      application_ids: { application_id: 'tanks' },
      dev_eui: devEui.toUpperCase(),
      join_eui: '800000000000000C',
      dev_addr: '00BCB929',
    },
    correlation_ids: ['as:up:01E0WZGT6Y7657CPFPE5WEYDSQ'],
    received_at: new Date(at + 700).toISOString(),
    uplink_message: {
      session_key_id: 'AXA50tHUSoucTwdsRWbpXg==',
      f_cnt: 7,
      f_port: 2,
      frm_payload: Buffer.from('0D15040A00010501', 'hex').toString('base64'),
      rx_metadata: [
        { gateway_ids: { gateway_id: 'gtw1', eui: '9C5C8E00001A05C4' }, rssi: -61, snr: 6.8 },
      ],
      settings: { data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } } },
      version_ids: { brand_id: 'dragino', model_id: 'ldds75', firmware_version: '1.1' },
      received_at: received,
      ...message,
    },
  };
}

/** Posts to a webhook with a secret. */
export function postTo(
  server: TestServer,
  path: string,
  secret: string,
  json: unknown,
): Promise<Answer> {
  return server.request('POST', `/integrations/${path}`, { token: secret, json });
}
