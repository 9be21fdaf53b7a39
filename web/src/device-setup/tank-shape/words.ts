import { words } from '../../words/words.ts';

export const say = words({
  shape: ['Shape of the tank', 'Umbo la tangi'],
  shapeHint: [
    'For devices that measure centimetres: percent and litres are then worked out here.',
    'Kwa vifaa vinavyopima sentimita: asilimia na lita hukokotolewa hapa.',
  ],
  unknown: ['Not told', 'Haijatajwa'],
  upright_cylinder: ['Upright cylinder', 'Silinda iliyosimama'],
  lying_cylinder: ['Lying cylinder', 'Silinda iliyolala'],
  box: ['Box', 'Sanduku'],
  upright_oval: ['Upright oval', 'Yai lililosimama'],
  lying_oval: ['Lying oval', 'Yai lililolala'],
  cone: ['Cone, tip down', 'Koni, ncha chini'],
  frustum: ['Narrower at one end', 'Jembamba upande mmoja'],
  sphere: ['Ball', 'Mpira'],
  table: ['Table of heights and litres', 'Jedwali la vimo na lita'],

  diameter_cm: ['Diameter inside (cm)', 'Kipenyo cha ndani (cm)'],
  bottom_diameter_cm: ['Diameter at the bottom (cm)', 'Kipenyo cha chini (cm)'],
  top_diameter_cm: ['Diameter at the top (cm)', 'Kipenyo cha juu (cm)'],
  length_cm: ['Length inside (cm)', 'Urefu wa ndani (cm)'],
  width_cm: ['Width inside (cm)', 'Upana wa ndani (cm)'],
  height_cm: ['Height inside (cm)', 'Kimo cha ndani (cm)'],
  rows: ['Heights and litres', 'Vimo na lita'],
  rowsHint: [
    'A line for each: the height in cm, a space, the litres. Such as: 50 800',
    'Mstari kwa kila kimo: kimo kwa cm, nafasi, kisha lita. Kwa mfano: 50 800',
  ],
  sensor_height_cm: ['Sensor above the bottom (cm)', 'Kihisi juu ya sakafu ya tangi (cm)'],
  sensorHint: [
    'Where the device sends the distance down to the water.',
    'Kama kifaa hutuma umbali hadi kwenye maji.',
  ],
  dead_zone_cm: ['Too near for the sensor (cm)', 'Karibu mno kwa kihisi (cm)'],
  unusable_bottom_cm: ['Water below the outlet (cm)', 'Maji yaliyo chini ya bomba (cm)'],
  thatIs: ['That is {litres}.', 'Hiyo ni {litres}.'],
  seesUpTo: [
    'The sensor sees the water up to {level}: nearer than that it cannot measure.',
    'Kihisi huona maji hadi {level}: karibu zaidi hakiwezi kupima.',
  ],

  calibrate: ['Is the measured height right?', 'Je, kimo kilichopimwa ni sahihi?'],
  calibrateHint: [
    'Say what is in the tank now. A second time, at another level, makes it more exact.',
    'Taja kilichomo tangini sasa. Mara ya pili, maji yakiwa kwenye kimo kingine, huongeza usahihi.',
  ],
  full: ['It is full now', 'Limejaa sasa'],
  now: ['Height of the water now (cm)', 'Kimo cha maji sasa (cm)'],
  set: ['That is how much there is', 'Ndicho kimo kilichopo'],
  byOne: [
    'Corrected: where the sensor measured {measured} cm there were {height} cm.',
    'Imerekebishwa: kihisi kilipopima {measured} cm palikuwa na {height} cm.',
  ],
  byTwo: [
    'Corrected at two heights: {first} cm and {second} cm.',
    'Imerekebishwa kwa vimo viwili: {first} cm na {second} cm.',
  ],
  forget: ['Forget the correction', 'Futa marekebisho'],
});
