import { hasSms, hasWater } from '../session/profile.ts';
import type { IconName } from '../ui/icon.tsx';
import { say } from './words.ts';

export type Place = {
  href: string;
  label: string;
  icon: IconName;
  /** Set if shown only on a phone, whose tab bar has no room for all. */
  isOnlyNarrow?: boolean;
};

/** Returns the places of the tab bar, without a service that does not run here. */
export function tabs(): Place[] {
  const water: Place[] = [
    { href: '/', label: say.tanks(), icon: 'tank' },
    { href: '/alerts', label: say.alerts(), icon: 'bell' },
    { href: '/reports', label: say.reports(), icon: 'chart' },
  ];
  return [
    ...(hasWater.value ? water : []),
    ...(hasSms.value ? [{ href: '/sms', label: say.sms(), icon: 'message' } as const] : []),
    { href: '/more', label: say.more(), icon: 'more', isOnlyNarrow: true },
  ];
}

export function morePlaces(): Place[] {
  const water: Place[] = [
    { href: '/devices/new', label: say.addDevice(), icon: 'plus' },
    { href: '/devices/import', label: say.importDevices(), icon: 'fileIn' },
    { href: '/devices/labels', label: say.labels(), icon: 'qr' },
    { href: '/groups', label: say.groups(), icon: 'groups' },
    { href: '/fleet', label: say.fleet(), icon: 'fleet' },
    { href: '/map', label: say.map(), icon: 'map' },
  ];
  return [
    ...(hasWater.value ? water : []),
    { href: '/account', label: say.account(), icon: 'person' },
  ];
}
