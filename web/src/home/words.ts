import { words } from '../words/words.ts';

export const say = words({
  title: ['Tanks', 'Matangi'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  none: ['No device yet', 'Hakuna kifaa bado'],
  noneHint: [
    'Register the device on your tank, and its level appears here with its first reading.',
    'Sajili kifaa cha tangi lako; kiwango kitaonekana hapa kikituma kipimo cha kwanza.',
  ],
  asOf: ['As of {when}', 'Kufikia {when}'],
});
