import { type Component, componentsOf } from './entities.ts';
import type { TankView } from './tank-view.ts';
import { nodeIdOf } from './topics.ts';

/** Of the server that describes its tanks. */
export type Origin = { version: string; publicUrl: string | undefined };

/** Message on a topic of discovery for a device (Home Assistant's "Device discovery payload"). */
export type Discovery = {
  device: Record<string, string | string[]>;
  origin: Record<string, string>;
  components: Record<string, Component | Pick<Component, 'platform'>>;
};

/** Describes a tank with all its entities. */
export function describeTank(tank: TankView, { version, publicUrl }: Origin): Discovery {
  const { deviceId, macOrSerial, name } = tank;
  return {
    device: {
      identifiers: [nodeIdOf(deviceId)],
      name,
      manufacturer: 'Kisima',
      model: 'Tank',
      serial_number: macOrSerial,
      ...(publicUrl !== undefined && { configuration_url: `${publicUrl}/tanks/${deviceId}` }),
    },
    origin: {
      name: 'Kisima',
      sw_version: version,
      ...(publicUrl !== undefined && { support_url: publicUrl }),
    },
    components: componentsOf(tank),
  };
}

/**
 * Returns the message that removes entities which a tank has no longer, or which are of another platform now:
 * each with its platform alone. Undefined where all are still there.
 */
export function withoutGone(before: Discovery | undefined, now: Discovery): Discovery | undefined {
  const gone = Object.entries(before?.components ?? {}).filter(
    ([id, { platform }]) => now.components[id]?.platform !== platform,
  );
  if (gone.length === 0) return undefined;
  const stubs = gone.map(([id, { platform }]) => [id, { platform }] as const);
  return { ...now, components: { ...now.components, ...Object.fromEntries(stubs) } };
}
