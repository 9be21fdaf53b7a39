import { mapUplink, type Payload, type SaidOfTank } from './map-uplink.ts';
import { type Mapping, profileKeyOf } from './mapping.ts';
import { readyFor } from './ready-mappings.ts';

/** Where the mapping of a message comes from. */
export type MappingSource = 'profile' | 'ready' | 'default' | 'none';

/** An account's own mappings by the key of their profile; the empty one is for all others. */
export type OwnMappings = ReadonlyMap<string, Mapping>;

/**
 * Maps a message by the first of: the account's mapping for the profile; the ready one of the model that the
 * profile names; the account's mapping for all others.
 */
export function mapByAccount(
  own: OwnMappings,
  profile: string | null,
  payload: Payload,
): { source: MappingSource } & SaidOfTank {
  const ofProfile = profile === null ? undefined : own.get(profileKeyOf(profile));
  if (ofProfile) return { source: 'profile', ...mapUplink(ofProfile, payload) };
  const ready = readyFor(profile);
  if (ready) {
    // Without a frame, which some network servers keep to themselves, what they decoded is left.
    const mapping = payload.bytes.length > 0 ? ready.mapping : ready.decoded;
    return { source: 'ready', ...mapUplink(mapping, payload) };
  }
  const otherwise = own.get('');
  if (otherwise) return { source: 'default', ...mapUplink(otherwise, payload) };
  return { source: 'none', readings: [], pumpStatus: undefined };
}
