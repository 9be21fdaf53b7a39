import { words } from '../../words/words.ts';

export const say = words({
  devices: ['Its devices', 'Vifaa vyake'],
  map: ['Where they stand', 'Vilipo'],
  silentCount: [
    { one: '{count} silent', other: '{count} silent' },
    { one: '{count} kimya', other: '{count} kimya' },
  ],
  backCount: [
    { one: '{count} is back', other: '{count} are back' },
    { one: '{count} kimerudi', other: '{count} vimerudi' },
  ],
  loadingMore: ['Loading: {count} so far…', 'Inapakia: {count} hadi sasa…'],
  search: ['Search by name or MAC', 'Tafuta kwa jina au MAC'],
  show: ['Show', 'Onyesha'],
  all: ['All', 'Vyote'],
  onlySilent: ['Still silent', 'Bado kimya'],
  onlyBack: ['Back', 'Vilivyorudi'],
  silent: ['Silent', 'Kimya'],
  back: ['Back', 'Kimerudi'],
  silentSince: ['Silent since {when} ({ago})', 'Kimya tangu {when} ({ago})'],
  backAt: ['Seen again {when} ({ago})', 'Kimepatikana tena {when} ({ago})'],
  wasSilentFrom: ['silent before that since {when}', 'kabla ya hapo kimya tangu {when}'],
  nothingFits: ['Nothing fits.', 'Hakuna kinacholingana.'],
  noReading: ['No reading yet', 'Bado hakuna kipimo'],
  chosen: ['Chosen on the map', 'Vilivyochaguliwa kwenye ramani'],
});
