import type { LorawanDevice, LorawanMapping, LorawanMappings } from '../../api/operations.ts';
import { say } from './words.ts';

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
