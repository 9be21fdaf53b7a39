import { words } from '../../words/words.ts';

export const sayDoor = words({
  doors: ['Ways to send', 'Njia za kutuma'],
  form: ['Form (HTTP)', 'Fomu (HTTP)'],
  batch: ['Many at once', 'Vingi kwa pamoja'],
  signed: ['Signed', 'Kwa sahihi'],
  mqtt: ['MQTT', 'MQTT'],
  home: ['Home Assistant', 'Home Assistant'],
  lorawan: ['LoRaWAN', 'LoRaWAN'],
  formHint: [
    'A form for each reading, as every board and modem can send it.',
    'Fomu moja kwa kila kipimo, kama bodi na modemu zote zinavyoweza kutuma.',
  ],
  batchHint: [
    'For a board that kept readings while the network was away, or a gateway of several devices: up to 1,000 at once, also as CSV.',
    'Kwa bodi iliyotunza vipimo mtandao ulipokatika, au gateway ya vifaa kadhaa: hadi 1,000 kwa pamoja, pia kama CSV.',
  ],
  signedHint: [
    'For boards without https: the key stays on the board, which signs each message with it. These lines do it with openssl; docs/examples/signed has it in C and in Python.',
    'Kwa bodi zisizo na https: ufunguo unabaki kwenye bodi, nayo hutia sahihi kila ujumbe. Mistari hii hutumia openssl; docs/examples/signed inayo kwa C na kwa Python.',
  ],
  mqttHint: [
    'User name is the MAC or serial number, password the API key. A reading is acknowledged (QoS 1) once it is stored.',
    'Jina la mtumiaji ni MAC au namba ya kifaa, nenosiri ni ufunguo wa API. Kipimo huthibitishwa (QoS 1) kikishahifadhiwa.',
  ],
  server: ['Server', 'Seva'],
  port: ['Port', 'Mlango (port)'],
  tlsPort: ['Port with TLS', 'Mlango (port) wenye TLS'],
  webSocket: ['WebSocket', 'WebSocket'],
  topic: ['Topic', 'Mada (topic)'],
  homeHint: [
    'A board with ESPHome or Tasmota, or a sensor that Home Assistant already has. They send the form.',
    'Bodi yenye ESPHome au Tasmota, au kihisi ambacho Home Assistant inacho tayari. Hutuma fomu.',
  ],
  homeKind: ['Kind', 'Aina'],
  esphome: ['ESPHome', 'ESPHome'],
  tasmota: ['Tasmota', 'Tasmota'],
  homeAssistant: ['Home Assistant', 'Home Assistant'],
  needsTank: [
    'The distance becomes a level by the shape of the tank and the height of the sensor: set both.',
    'Umbali unakuwa kiwango kwa umbo la tangi na urefu wa kihisi: weka vyote viwili.',
  ],
  needsLevel: [
    'Put your own sensor in place of sensor.tank_level; its state is a percentage.',
    'Weka kihisi chako badala ya sensor.tank_level; hali yake ni asilimia.',
  ],
  tasmotaTls: [
    'Tasmota speaks https only in builds with TLS.',
    'Tasmota hutumia https kwenye matoleo yenye TLS pekee.',
  ],
  lorawanHint: [
    'The network server posts here what the sensor sends. Make a secret under Account → LoRaWAN, and give it this address.',
    'Seva ya mtandao hutuma hapa kile ambacho kihisi hutuma. Tengeneza siri kwenye Akaunti → LoRaWAN, kisha uipe anwani hii.',
  ],
  toLorawan: ['To LoRaWAN', 'Nenda kwenye LoRaWAN'],
  devEui: ['DevEUI', 'DevEUI'],
  noDevEui: [
    'This device has no DevEUI (16 digits and letters) for its serial number, so nothing of LoRaWAN is taken for it.',
    'Namba ya kifaa hiki si DevEUI (tarakimu na herufi 16), kwa hiyo hakuna cha LoRaWAN kitakachohesabiwa kuwa chake.',
  ],
  waiting: ['Waiting for the first reading this way…', 'Inasubiri kipimo cha kwanza kwa njia hii…'],
  opened: ['The first reading has come this way.', 'Kipimo cha kwanza kimefika kwa njia hii.'],
  comes: ['Readings come this way, last {ago}.', 'Vipimo hufika kwa njia hii, mwisho {ago}.'],
  came: ['readings come', 'vipimo vinafika'],
  byApi: [
    'A person or a program has recorded readings, last {ago}.',
    'Mtu au programu imeandika vipimo, mwisho {ago}.',
  ],
  mqttSigned: [
    'In force now: only signed messages. The password is the word “signed”, and each message carries its signature in the first line.',
    'Kanuni ya sasa: ujumbe wenye sahihi tu. Nenosiri ni neno “signed”, na kila ujumbe hubeba sahihi yake kwenye mstari wa kwanza.',
  ],
  onlySigned: [
    'In force now: only signed messages. What is sent this way is refused.',
    'Kanuni ya sasa: ujumbe wenye sahihi tu. Kinachotumwa kwa njia hii kitakataliwa.',
  ],
  knocked: [
    {
      one: 'A device with this MAC knocked {when}, but it was not registered then: nothing was stored.',
      other:
        'A device with this MAC knocked {count} times, last {when}, but it was not registered then: nothing was stored.',
    },
    {
      one: 'Kifaa chenye MAC hii kilibisha hodi {when}, lakini kilikuwa hakijasajiliwa: hakuna kilichohifadhiwa.',
      other:
        'Kifaa chenye MAC hii kilibisha hodi mara {count}, mwisho {when}, lakini kilikuwa hakijasajiliwa: hakuna kilichohifadhiwa.',
    },
  ],
  withoutKey: [
    'These lines carry no key. Show the API key to put it in.',
    'Mistari hii haina ufunguo. Onyesha ufunguo wa API ili uingizwe.',
  ],
  withPlaceForKey: [
    'Before you send this: “kd_…” stands where the key goes. Show the API key, and it is put in.',
    'Kabla ya kutuma: “kd_…” ni mahali pa ufunguo. Onyesha ufunguo wa API, nao utaingizwa.',
  ],
});
