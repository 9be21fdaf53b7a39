import { words } from '../../words/words.ts';

export const say = words({
  range: ['How many days', 'Siku ngapi'],
  days: ['{count} days', 'Siku {count}'],
  byDay: ['Day by day', 'Siku kwa siku'],
  byDayHint: [
    'What went out of the tank and came into it, for {count} days.',
    'Maji yaliyotoka na yaliyoingia kwenye tangi, kwa siku {count}.',
  ],
  pickDay: ['Day of the chart', 'Siku ya chati'],
  pickHint: ['Touch a day to read it.', 'Gusa siku uisome.'],
  day: ['Day', 'Siku'],
  used: ['Used', 'Matumizi'],
  estimated: ['Estimated', 'Makadirio'],
  refilled: ['Refilled', 'Kujazwa'],
  dayUsed: ['{used} used', 'Matumizi {used}'],
  dayUsedRange: [
    '{used} used, between {low} and {high}',
    'Matumizi {used}, kati ya {low} na {high}',
  ],
  dayEstimated: [
    '{share} of it estimated: drawn during a refill, or while the device was silent',
    '{share} yake ni makadirio: yalitumika tangi likijazwa, au kifaa kikiwa kimya',
  ],
  dayRefilled: ['{refilled} refilled', 'Yaliyoingia {refilled}'],
  dayLost: [
    '{missing} less in the tank than that explains',
    'Tangini kuna {missing} pungufu kuliko hesabu hiyo',
  ],
  dayGained: [
    '{missing} more in the tank than that explains',
    'Tangini kuna {missing} zaidi ya hesabu hiyo',
  ],
  today: ['today so far', 'leo hadi sasa'],
  total: ['In all', 'Jumla'],
  noDays: ['Nothing was read in these days.', 'Hakuna kilichopimwa siku hizi.'],
  allDays: ['Show all {count} days', 'Onyesha siku zote {count}'],
});
