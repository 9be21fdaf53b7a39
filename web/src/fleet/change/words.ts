import { words } from '../../words/words.ts';

export const say = words({
  share: ['Share', 'Shiriki'],
  shareHint: [
    'They get an invitation to each device. For one invitation to all, put them into a group and share that.',
    'Atapata mwaliko kwa kila kifaa. Kwa mwaliko mmoja wa vyote, viweke kwenye kundi ulishiriki.',
  ],
  shareWhat: ['Share with {to} as: {role}', 'Shiriki na {to} kama: {role}'],
  shares: [
    { one: 'This shares {count} device:', other: 'This shares {count} devices:' },
    { one: 'Hii inashiriki kifaa {count}:', other: 'Hii inashiriki vifaa {count}:' },
  ],
  shareDo: [
    { one: 'Share {count} device', other: 'Share {count} devices' },
    { one: 'Shiriki kifaa {count}', other: 'Shiriki vifaa {count}' },
  ],
  takeBack: ['Take it back', 'Batilisha'],
  handOver: ['Hand over', 'Kabidhi'],
  handOverHint: [
    'They become the owner when they accept; until then the devices stay yours. To a phone number you send the links: the file with them can be downloaded here at the end.',
    'Atakuwa mwenyewe akikubali; hadi hapo vifaa vinabaki vyako. Kwa namba ya simu utatuma viungo: faili lenye viungo utalipakua hapa mwishoni.',
  ],
  handOverWhat: ['Hand over to {to}', 'Kabidhi kwa {to}'],
  handsOver: [
    { one: 'This hands over {count} device:', other: 'This hands over {count} devices:' },
    { one: 'Hii inakabidhi kifaa {count}:', other: 'Hii inakabidhi vifaa {count}:' },
  ],
  handOverDo: [
    { one: 'Hand over {count} device', other: 'Hand over {count} devices' },
    { one: 'Kabidhi kifaa {count}', other: 'Kabidhi vifaa {count}' },
  ],
  handOverEnd: [
    'Once they are accepted, you see them no more, and each device needs a new key.',
    'Vikikubaliwa, hutaviona tena, na kila kifaa kitahitaji ufunguo mpya.',
  ],
  tank: ['Shape and litres', 'Umbo na lita'],
  litres: ['Capacity in litres', 'Ujazo kwa lita'],
  tankWhat: ['A tank of {litres} for each', 'Tangi la {litres} kwa kila kimoja'],
  tankWarning: [
    'The shapes that are there are overwritten, which cannot be undone. Are all these tanks alike?',
    'Maumbo yaliyopo yatafutwa, na hayawezi kurudishwa. Je, matangi haya yote yanafanana?',
  ],
  thresholdsStay: [
    'What you leave empty stays as it is at each.',
    'Utakachoacha wazi kitabaki kama kilivyo kwa kila moja.',
  ],
  warnsAbove: ['Warn when above {high} %', 'Onya kikizidi asilimia {high}'],
  warnsBelow: ['Warn when below {low} %', 'Onya kikipungua chini ya asilimia {low}'],
  noThreshold: ['Fill in at least one threshold.', 'Jaza angalau kikomo kimoja.'],
  supply: ['Supply times', 'Nyakati za maji'],
  supplyHint: [
    'When the water of the mains comes to all of them.',
    'Wakati maji ya bomba yanapokuja kwa vyote.',
  ],
  noSupply: ['No supply times', 'Hakuna nyakati za maji'],
  supplyWarning: [
    'The times that are there are overwritten, which cannot be undone. Does the water come to all of them then?',
    'Nyakati zilizopo zitafutwa, na haziwezi kurudishwa. Je, maji huja kwa vyote wakati huo?',
  ],
  key: ['Keys', 'Funguo'],
  required: ['A device must send its key', 'Kifaa lazima kitume ufunguo wake'],
  requiredHint: [
    'Boards that do not send their key are refused from then on.',
    'Bodi zisizotuma ufunguo zitakataliwa kuanzia hapo.',
  ],
  optional: ['A device may leave its key out', 'Kifaa kinaweza kuacha ufunguo'],
  newKeys: ['New keys for all', 'Funguo mpya kwa vyote'],
  newKeysWarning: [
    'Boards with the old keys are refused until they have the new ones. This cannot be undone. Go on?',
    'Bodi zenye funguo za zamani zitakataliwa hadi zipate mpya. Hili haliwezi kurudishwa. Uendelee?',
  ],
  saveKeys: ['Download keys and links (CSV)', 'Pakua funguo na viungo (CSV)'],
  notOwn: [
    {
      one: '{count} is left out: you do not own it.',
      other: '{count} are left out: you do not own them.',
    },
    {
      one: '{count} kimeachwa: si chako.',
      other: '{count} vimeachwa: si vyako.',
    },
  ],
  next: ['Next', 'Endelea'],
  back: ['Back', 'Rudi'],
  changes: [
    { one: 'This changes {count} device:', other: 'This changes {count} devices:' },
    { one: 'Hii inabadilisha kifaa {count}:', other: 'Hii inabadilisha vifaa {count}:' },
  ],
  andMore: ['{names} and {count} more', '{names} na vingine {count}'],
  doIt: [
    { one: 'Change {count} device', other: 'Change {count} devices' },
    { one: 'Badilisha kifaa {count}', other: 'Badilisha vifaa {count}' },
  ],
  goesOn: [
    'You can close this: it goes on by itself.',
    'Unaweza kufunga hapa: kazi inaendelea yenyewe.',
  ],
  changed: [
    { one: '{count} device is changed.', other: '{count} devices are changed.' },
    { one: 'Kifaa {count} kimebadilishwa.', other: 'Vifaa {count} vimebadilishwa.' },
  ],
  failed: [
    {
      one: 'At {count} device it failed; it stays chosen:',
      other: 'At {count} devices it failed; they stay chosen:',
    },
    {
      one: 'Kwa kifaa {count} haikufaulu; kinabaki kimechaguliwa:',
      other: 'Kwa vifaa {count} haikufaulu; vinabaki vimechaguliwa:',
    },
  ],
  tanksManaged: [
    { one: '{count} tank that you manage', other: '{count} tanks that you manage' },
    { one: 'Tangi {count} unalosimamia', other: 'Matangi {count} unayosimamia' },
  ],
  changesTanks: [
    { one: 'This changes {count} tank:', other: 'This changes {count} tanks:' },
    { one: 'Hii inabadilisha tangi {count}:', other: 'Hii inabadilisha matangi {count}:' },
  ],
  doTanks: [
    { one: 'Change {count} tank', other: 'Change {count} tanks' },
    { one: 'Badilisha tangi {count}', other: 'Badilisha matangi {count}' },
  ],
  changedTanks: [
    { one: '{count} tank is changed.', other: '{count} tanks are changed.' },
    { one: 'Tangi {count} limebadilishwa.', other: 'Matangi {count} yamebadilishwa.' },
  ],
  failedTanks: [
    {
      one: 'At {count} tank it failed; it stays chosen:',
      other: 'At {count} tanks it failed; they stay chosen:',
    },
    {
      one: 'Kwa tangi {count} haikufaulu; linabaki limechaguliwa:',
      other: 'Kwa matangi {count} haikufaulu; yanabaki yamechaguliwa:',
    },
  ],
  undoneTanks: [
    { one: '{count} tank is as before.', other: '{count} tanks are as before.' },
    { one: 'Tangi {count} liko kama awali.', other: 'Matangi {count} yako kama awali.' },
  ],
  undo: ['Undo', 'Rudisha'],
  undone: [
    { one: '{count} device is as before.', other: '{count} devices are as before.' },
    { one: 'Kifaa {count} kiko kama awali.', other: 'Vifaa {count} viko kama awali.' },
  ],
});
