import { OneOf } from '../kit/api/schema/schema.ts';
import {
  ConfigError,
  Count,
  OptionalCount,
  requireUrl,
  Secret,
  type SettingsOf,
  Text,
} from './setting-types.ts';

const wrongBroker = 'must be an address such as mqtts://user:password@broker.example.org:8883';

export const mqttSettings = {
  MQTT_PORT: OptionalCount(
    'Port of the embedded broker of MQTT; 0 takes any free one. With it, `/mqtt` is MQTT over WebSocket.',
    0,
    65_535,
  ),
  MQTT_TLS_PORT: OptionalCount(
    'Port of the embedded broker over TLS; 0 takes any free one.',
    0,
    65_535,
  ),
  MQTT_TLS_CERT_FILE: Text('PEM file of the certificate of `MQTT_TLS_PORT`, with its chain.'),
  MQTT_TLS_KEY_FILE: Text('PEM file of the key of that certificate.'),
  MQTT_CONNECTIONS: Count('Connections of MQTT to this process at once.', 20_000, 1, 200_000),
  MQTT_URL: Secret(
    'mqtt://… or mqtts://… of an external broker, in place of the embedded one, with user and password.',
    {
      pattern: '^(mqtts?|wss?)://[^\\s/?#]+',
      'x-message': wrongBroker,
    },
  ),
  MQTT_CLIENT_NAME: Text(
    'Name of this process at the broker of `MQTT_URL`, of which its client ids are made: the same at each start, and another one for each process. By default `kisima-`, the name of the host and the port.',
    {
      pattern: '^[A-Za-z0-9_.-]{1,60}$',
      'x-message': 'must be 1 to 60 letters, digits, dots, dashes and underscores',
    },
  ),
  MQTT_DISCOVERY: OneOf(['none', 'states', 'pumps'], {
    default: 'none',
    description:
      'What is shown to Home Assistant at the broker of `MQTT_URL`: `states` of all tanks of this server, to whoever may read there; with `pumps` whoever may publish there may also switch them.',
  }),
};

type MqttEnvironment = SettingsOf<typeof mqttSettings>;

/** @throws ConfigError for settings that do not fit together. */
export function readMqtt(env: MqttEnvironment) {
  const { MQTT_PORT: port, MQTT_URL: url, MQTT_CONNECTIONS: connections } = env;
  const tls = readTls(env);
  requireUrl('MQTT_URL', url, wrongBroker);
  if (url !== undefined && (port !== undefined || tls)) {
    throw new ConfigError(
      'MQTT_URL is an external broker, MQTT_PORT and MQTT_TLS_PORT are the embedded one: set one of the two',
    );
  }
  return {
    mqtt: {
      port,
      tls,
      url,
      connections,
      discovery: env.MQTT_DISCOVERY,
      clientName: env.MQTT_CLIENT_NAME,
      isOn: url !== undefined || port !== undefined || !!tls,
    },
  };
}

function readTls(env: MqttEnvironment) {
  const { MQTT_TLS_PORT: port, MQTT_TLS_CERT_FILE: certFile, MQTT_TLS_KEY_FILE: keyFile } = env;
  if (port === undefined && certFile === undefined && keyFile === undefined) return undefined;
  if (port === undefined || certFile === undefined || keyFile === undefined) {
    throw new ConfigError('MQTT_TLS_PORT, MQTT_TLS_CERT_FILE and MQTT_TLS_KEY_FILE go together');
  }
  return { port, certFile, keyFile };
}
