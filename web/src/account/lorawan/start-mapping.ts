import type { LorawanDevice, LorawanMapping, LorawanMappings } from '../../api/operations.ts';
import { say } from './words.ts';

type MappedField = LorawanMapping['fields'][number];

/** Fields of a reading, in the order in which they are offered. */
export const fieldNames = [
  'distance_cm',
  'water_level_cm',
  'water_level_percent',
  'volume',
  'temperature',
  'battery_percent',
  'signal_dbm',
  'pump_status',
  'recorded_at',
] as const satisfies MappedField['field'][];

export const unitNames = ['as_is', 'mm', 'm', 'in', 'ft', 'F'] as const satisfies NonNullable<
  MappedField['unit']
>[];

/** A line of the editor: numbers are kept as they are typed. */
export type Line = {
  key: number;
  field: MappedField['field'];
  path: string;
  unit: NonNullable<MappedField['unit']>;
  factor: string;
  offset: string;
};

let keys = 0;

export function emptyLine(): Line {
  keys += 1;
  return { key: keys, field: 'distance_cm', path: '', unit: 'as_is', factor: '1', offset: '0' };
}

export function lineOf({ field, path, unit = 'as_is', factor = 1, offset = 0 }: MappedField): Line {
  return { ...emptyLine(), field, path, unit, factor: String(factor), offset: String(offset) };
}

/** The mapping of the lines that have a path; what is no number counts as if it were left out. */
export function mappingOf(decoder: LorawanMapping['decoder'], lines: Line[]): LorawanMapping {
  const fields = lines
    .filter(({ path }) => path.trim() !== '')
    .map(({ field, path, unit, factor, offset }) => ({
      ...{ field, path: path.trim(), unit },
      factor: numberOr(factor, 1),
      offset: numberOr(offset, 0),
    }));
  return { decoder, fields };
}

function numberOr(text: string, otherwise: number): number {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(number) ? number : otherwise;
}

export type Start = { key: string; name: string; mapping: LorawanMapping };

/** Where a mapping may begin, the one that is most likely meant first. */
export function startsOf(device: LorawanDevice, { own, ready }: LorawanMappings): Start[] {
  const { message } = device;
  const key = message.profile?.trim().toLowerCase();
  const present = own.find(({ profile }) => (profile?.toLowerCase() ?? undefined) === key);
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const isOf = (model: string) => plain(message.profile ?? '').includes(plain(model));
  const offered = ready.map(({ model, name, mapping }) => ({ key: model, name, mapping }));
  const decoded = {
    key: 'decoded',
    name: say.startDecoded(),
    mapping: {
      decoder: null,
      fields: [{ field: 'distance_cm' as const, path: firstPath(message) }],
    },
  };
  return [
    ...(present ? [{ key: 'own', name: say.startOwn(), mapping: present.mapping }] : []),
    ...offered.filter((each) => isOf(each.key)),
    decoded,
    ...offered.filter((each) => !isOf(each.key)),
  ];
}

/** Name of the first number in what was decoded, which is as likely as any. */
function firstPath({ decoded }: LorawanDevice['message']): string {
  const members = Object.entries((decoded ?? {}) as Record<string, unknown>);
  return members.find(([, value]) => typeof value === 'number')?.[0] ?? '';
}
