import { words } from '../words/words.ts';

export const say = words({
  forecast: ['How long it lasts', 'Yatatosha hadi lini'],
  dailyUse: ['A usual day takes {amount}.', 'Matumizi ya kawaida kwa siku ni {amount}.'],
  rangeHint: [
    'The range is right 8 times out of 10.',
    'Makadirio haya huwa sahihi mara 8 kati ya 10.',
  ],
  tooLittle: [
    'After two days of readings it stands here how long the water lasts.',
    'Baada ya siku mbili za vipimo, hapa utaona maji yatatosha hadi lini.',
  ],
  silent: [
    'The device has been silent for a day or longer. As soon as it reports again, it stands here how long the water lasts.',
    'Kifaa kimekuwa kimya kwa siku moja au zaidi. Kikituma tena, hapa utaona maji yatatosha hadi lini.',
  ],
  filling: [
    'Water is coming in. When that ends, it stands here how long the water lasts.',
    'Maji yanaingia. Yakiisha kuingia, hapa utaona maji yatatosha hadi lini.',
  ],
  noUse: [
    'So little is used that this water would last longer than a year.',
    'Matumizi ni madogo mno: maji haya yangetosha zaidi ya mwaka mmoja.',
  ],
  noisy: [
    'The sensor moves by more than is used in a day, so nothing can be foretold. What helps stands under “The sensor”.',
    'Kihisi kinayumba kuliko matumizi ya siku, kwa hiyo hatuwezi kukadiria. Cha kufanya kiko chini ya “Kihisi”.',
  ],

  leakCertain: ['Water is running away', 'Maji yanavuja'],
  leakProbable: ['Water is probably running away', 'Huenda maji yanavuja'],
  leakPossible: ['Water may be running away', 'Inawezekana maji yanavuja'],
  percentADay: ['About {amount} of the tank a day', '{amount} ya tangi kwa siku hivi'],
  litresADay: ['About {day} a day, {month} a month', 'Takriban {day} kwa siku, {month} kwa mwezi'],
  litresAndShillings: [
    'About {day} a day: {month} and {shillings} shillings a month',
    'Takriban {day} kwa siku: {month} na shilingi {shillings} kwa mwezi',
  ],
  nightFlow: ['Water flows in the quiet hours of the night.', 'Maji yanatoka saa tulivu za usiku.'],
  neverStops: ['There has been no hour without flow.', 'Hakuna saa ambayo maji hayakutoka.'],
  since: [
    {
      one: 'Known since {date}, by {count} night.',
      other: 'Known since {date}, by {count} nights.',
    },
    {
      one: 'Imejulikana tangu {date}, kwa usiku {count}.',
      other: 'Imejulikana tangu {date}, kwa siku {count} za usiku.',
    },
  ],
  couldAlsoBe: ['It could also be:', 'Inaweza pia kuwa:'],
  nightUse: [
    'somebody who uses water at night, a watchman or a washing machine',
    'mtu anayetumia maji usiku, mlinzi au mashine ya kufulia',
  ],
  slowFloatValve: [
    'a float valve that lets water out over the overflow, or closes slowly',
    'boya linaloruhusu maji kufurika, au linalofunga polepole',
  ],
  sensorDrift: ['a sensor that drifts as the night cools', 'kihisi kinachoyumba usiku ukipoa'],
  evaporation: [
    'water that evaporates, where the tank has no lid',
    'maji yanayokauka kama tangi halina kifuniko',
  ],
  leakTest: [
    'To be sure, close the outlet of the tank for a night: if the level still falls, it is the tank or the sensor; if not, look at taps, cisterns and pipes.',
    'Kuhakikisha, funga bomba la kutolea maji kwa usiku mmoja: kiwango kikishuka bado, ni tangi au kihisi; kisiposhuka, angalia mifereji, vyoo na mabomba.',
  ],
  statePrice: [
    'Say what water costs you, and the leak is told in shillings',
    'Sema bei ya maji yako, uone uvujaji kwa shilingi',
  ],

  range: ['How many days', 'Siku ngapi'],
  days: ['{count} days', 'Siku {count}'],
  byDay: ['Day by day', 'Siku kwa siku'],
  byDayHint: [
    'What went out of the tank and came into it, for {count} days. A refill over midnight is shared by both days; what is drawn while water comes in is estimated, and counts on both sides.',
    'Maji yaliyotoka na yaliyoingia kwenye tangi, kwa siku {count}. Yakiingia hadi baada ya saa sita usiku, hugawanywa kati ya siku mbili; yanayotumika wakati yanaingia hukadiriwa, na huhesabiwa pande zote mbili.',
  ],
  pickDay: ['Day of the chart', 'Siku ya chati'],
  touchHint: ['Touch a day to read it.', 'Gusa siku uisome.'],
  pointHint: ['Point at a day to read it.', 'Elekeza kipanya kwenye siku uisome.'],
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

  usual: ['A usual day', 'Siku ya kawaida'],
  busiest: [
    'Most is used from {from} to {until}: {share} of a usual day.',
    'Matumizi makubwa ni kati ya {from} na {until}: {share} ya siku ya kawaida.',
  ],
  usualTooLittle: [
    'After two days of readings it stands here at which hours water is used.',
    'Baada ya siku mbili za vipimo, hapa utaona saa za matumizi ya maji.',
  ],
  usualNoisy: [
    'The sensor moves too much to tell at which hours water is used.',
    'Kihisi kinayumba mno, hatuwezi kujua saa za matumizi ya maji.',
  ],

  sensor: ['The sensor', 'Kihisi'],
  qualityTooLittle: [
    'What the sensor is worth stands here after a day of readings.',
    'Baada ya siku moja ya vipimo, hapa utaona ubora wa kihisi.',
  ],
  fine: ['It measures well: nothing is to be done.', 'Kinapima vizuri: hakuna cha kufanya.'],
  readings: ['Readings of 7 days', 'Vipimo vya siku 7'],
  suspects: ['Not believed', 'Visivyoaminika'],
  interval: ['Usual time between two', 'Muda wa kawaida kati ya viwili'],
  noise: ['Varies by', 'Kinayumba kwa'],
  longestGap: ['Longest silence', 'Ukimya mrefu zaidi'],
  centimetres: ['{value} cm', '{value} cm'],
  reportMoreOften: [
    'It reports every {interval}: let it report every {wanted}, so that short draws are seen.',
    'Kinatuma kila baada ya {interval}: kiweke kitume kila {wanted}, ili matumizi mafupi yaonekane.',
  ],
  checkNetwork: [
    'It fell silent {count} times, {hours} in all: look at its network and its power.',
    'Kilikuwa kimya mara {count}, jumla {hours}: angalia mtandao na umeme wake.',
  ],
  stillingPipe: [
    'The level moves by {size} while water comes in: mount a stilling pipe, or the sensor farther from the inlet.',
    'Kiwango kinayumba kwa {size} maji yakiingia: weka bomba la kutuliza maji, au kihisi mbali na maji yanapoingilia.',
  ],
  mountHigher: [
    'Above {level}, {share} of its readings cannot be believed: mount it higher, since it does not see what is too near.',
    'Juu ya {level}, {share} ya vipimo haviaminiki: kiinue juu zaidi, kwa kuwa hakioni kilicho karibu mno.',
  ],
  dirtySensor: [
    '{share} of its readings cannot be believed: clean it of dirt and drops, and look for what hangs in its way.',
    '{share} ya vipimo haviaminiki: kisafishe uchafu na matone, na angalia kinachokizuia.',
  ],
  coarseSteps: [
    'It counts in steps of {size}: small use shows late. Let the device send what it measures, not whole numbers.',
    'Kinahesabu kwa hatua za {size}: matumizi madogo yanachelewa kuonekana. Kifaa kitume kipimo kamili, si namba nzima.',
  ],
  shadeSensor: [
    'With 10 degrees more or less the level moves by {size}: shade the sensor from the sun.',
    'Joto likibadilika nyuzi 10, kiwango kinasogea kwa {size}: weka kihisi kivulini.',
  ],
});
