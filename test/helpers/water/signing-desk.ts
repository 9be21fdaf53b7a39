import type { Timers } from '../../../src/kit/time/timers.ts';
import type { Engine } from '../server/test-server.ts';
import type { MqttTestClient } from './mqtt.ts';
import { useMqttDesk } from './mqtt-desk.ts';
import { SigningDevice } from './signing-client.ts';

/** The desk of a device that signs over MQTT of that version. To be called in a suite, whose hooks it sets. */
export function useSigningDesk(engine: Engine, protocolVersion: 4 | 5, timers?: Timers) {
  const base = useMqttDesk(engine, {}, undefined, timers);
  const { desk, connect, topic } = base;
  /** The key of the device, as its rules are changed. */
  const keyWith = async (fields: object = {}): Promise<string> => {
    const json = { device_id: desk.device.id, ...fields };
    const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
    return (body as { api_key: string }).api_key;
  };
  const told = async (client: MqttTestClient) => (await client.next(topic('errors'))).payload;
  return {
    ...base,
    keyWith,
    /** Connects with the word in the place of the key, and listens. */
    open: async (): Promise<MqttTestClient> => {
      const client = await connect({ protocolVersion, password: 'signed' });
      await client.subscribe(topic('commands'), topic('errors'));
      return client;
    },
    /** Another device, which must sign unless its rules are given. */
    newDevice: async (fields: object = { only_signed: true }): Promise<SigningDevice> => {
      await desk.newDevice();
      return new SigningDevice(await keyWith(fields));
    },
    /** The next error as it comes. */
    told,
    /** The next error, whether it is sealed or not. */
    errorTo: async (device: SigningDevice, client: MqttTestClient) => {
      const came = await told(client);
      return device.open(topic('errors'), came) ?? JSON.parse(came);
    },
  };
}
