import { words } from '../../words/words.ts';

export const say = words({
  sensor: ['The sensor', 'Kihisi'],
  tooLittle: [
    'What the sensor is worth stands here after a day of readings.',
    'Baada ya siku moja ya vipimo, hapa utaona ubora wa kihisi.',
  ],
  fine: ['It measures well: nothing is to be done.', 'Kinapima vizuri: hakuna cha kufanya.'],
  readings: ['Readings of 7 days', 'Vipimo vya siku 7'],
  suspects: ['Of these not believed', 'Visivyoaminika kati yake'],
  interval: ['Usual time between two', 'Muda wa kawaida kati ya viwili'],
  noise: ['It wavers by', 'Kinayumba kwa'],
  longestGap: ['Longest silence', 'Ukimya mrefu zaidi'],
  centimetres: ['{value} cm', 'sm {value}'],
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
