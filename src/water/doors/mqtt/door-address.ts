import type { MqttDoor } from '../../direct/arrivals/routes.ts';

type Settings = {
  isOn: boolean;
  url: string | undefined;
  port: number | undefined;
  tls: { port: number } | undefined;
};

/** Names of a machine that mean something else on every other one. */
const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/i;

/** Ports that the schemes of addresses stand for (IANA: mqtt, secure-mqtt). */
const usualPorts: Record<string, { port: number; isTls: boolean }> = {
  'mqtt:': { port: 1883, isTls: false },
  'mqtts:': { port: 8883, isTls: true },
};

/**
 * Says where boards reach this server by MQTT; undefined where it does not speak it. A port that the system is
 * to choose is null, and so is one that an external broker is reached by over WebSocket: boards take another.
 */
export function doorAddress({ isOn, url, port, tls }: Settings): MqttDoor | undefined {
  if (!isOn) return undefined;
  if (url === undefined) {
    const named = { port: port || null, tls_port: tls?.port || null };
    return { host: null, ...named, websocket_path: '/mqtt' };
  }
  const { protocol, hostname, port: written } = new URL(url);
  const usual = usualPorts[protocol];
  const own = usual ? Number(written) || usual.port : null;
  return {
    host: loopback.test(hostname) ? null : hostname,
    port: usual?.isTls ? null : own,
    tls_port: usual?.isTls ? own : null,
    websocket_path: null,
  };
}
