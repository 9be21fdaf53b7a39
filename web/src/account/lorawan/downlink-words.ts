import { words } from '../../words/words.ts';

export const sayDownlink = words({
  servers: ['Where commands go', 'Amri zinakoenda'],
  serversHint: [
    'By the API of your network server, Kisima passes on what a pump is to do.',
    'Kwa API ya seva yako ya mtandao, Kisima hupeleka amri za pampu.',
  ],
  noServers: ['No network server takes commands yet.', 'Amri bado hazina pa kwenda.'],
  network: ['Network server', 'Seva ya mtandao'],
  url: ['Address of its API', 'Anwani ya API yake'],
  apiKey: ['API key', 'Ufunguo wa API'],
  apiKeyHint: [
    'It is stored sealed, and not shown again.',
    'Utahifadhiwa ukiwa umefungwa, wala hautaonyeshwa tena.',
  ],
  webhookId: ['Id of the webhook', 'Utambulisho wa webhook'],
  saveServer: ['Save the network server', 'Hifadhi seva ya mtandao'],
  pumps: ['Pumps', 'Pampu'],
  pumpsHint: [
    'A board has to stop its pump by itself: radio may be away when the tank is full. A class A board switches only after its next message.',
    'Bodi lazima izime pampu yenyewe: mawasiliano yanaweza kukatika tangi likijaa. Bodi ya class A huwasha au kuzima baada ya ujumbe wake unaofuata tu.',
  ],
  noPumps: ['No pump gets commands this way yet.', 'Bado hakuna pampu inayopata amri hivi.'],
  device: ['Device', 'Kifaa'],
  sensorName: ['Sensor whose pump it is', 'Kihisi chenye pampu hii'],
  frames: ['Frames', 'Fremu'],
  ownFrames: ['From the manual of the board', 'Kutoka kwenye mwongozo wa bodi'],
  port: ['Port of LoRaWAN (f_port)', 'Mlango wa LoRaWAN (f_port)'],
  on: ['Frame for on (hexadecimal)', 'Fremu ya kuwasha (hexadecimal)'],
  onHint: [
    'With how long it may run: {s2} is seconds in two bytes, {ms4} milliseconds, {min1} minutes.',
    'Pamoja na muda wa kufanya kazi: {s2} ni sekunde kwa baiti mbili, {ms4} milisekunde, {min1} dakika.',
  ],
  off: ['Frame for off (hexadecimal)', 'Fremu ya kuzima (hexadecimal)'],
  stops: ['The board ends a run by a limit of its own', 'Bodi ina kikomo chake cha kuzima'],
  receipt: [
    'Its receipt is enough: the board says nothing of its relay',
    'Risiti yatosha: bodi haisemi hali ya pampu',
  ],
  savePump: ['Save the pump', 'Hifadhi pampu'],
  saved: ['Saved', 'Imehifadhiwa'],
  remove: ['Remove', 'Ondoa'],
  removeNamed: ['Remove {name}', 'Ondoa {name}'],
  queued: [
    {
      one: '{count} command at the network server',
      other: '{count} commands at the network server',
    },
    { one: 'Amri {count} iko kwenye seva', other: 'Amri {count} ziko kwenye seva' },
  ],
  unknown: ['Being told', 'Inaarifiwa'],
  failed: ['Could not be told: {fault}', 'Haikuweza kuarifiwa: {fault}'],
});
