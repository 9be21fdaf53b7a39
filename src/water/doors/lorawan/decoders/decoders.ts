import { decodeDds75Lb, decodeLdds45, decodeLdds75 } from './dragino.ts';
import type { Measured } from './measured.ts';
import { decodeEm400Tld, decodeEm500Udl } from './milesight.ts';

/** Decoders of frames, by the model; none of them fails, whatever the bytes are. */
export const decoders = {
  'em500-udl': decodeEm500Udl,
  'em400-tld': decodeEm400Tld,
  ldds45: decodeLdds45,
  ldds75: decodeLdds75,
  'dds75-lb': decodeDds75Lb,
} as const satisfies Record<string, (bytes: Buffer, fPort: number) => Measured[]>;

export type Model = keyof typeof decoders;
export const models = Object.keys(decoders) as Model[];
