import { words } from '../words/words.ts';

export const say = words({
  forecast: ['How long it lasts', 'Yatatosha hadi lini'],
  dailyUse: ['A usual day takes {amount}.', 'Matumizi ya kawaida kwa siku ni {amount}.'],
  rangeHint: ['The range is right 8 times of 10.', 'Makadirio haya huwa sahihi mara 8 kati ya 10.'],
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
});
