import { words } from '../words/words.ts';

export const say = words({
  addDevice: ['Add a device', 'Ongeza kifaa'],
  toTanks: ['Tanks', 'Matangi'],
  macOrSerial: ['MAC address or serial number', 'Anwani ya MAC au namba ya kifaa'],
  macOrSerialHint: [
    'It is printed on the device, for example AA:BB:CC:DD:EE:FF.',
    'Imeandikwa kwenye kifaa, kwa mfano AA:BB:CC:DD:EE:FF.',
  ],
  deviceName: ['Name', 'Jina'],
  deviceNameHint: ['Such as: Roof tank', 'Kwa mfano: Tangi la juu'],
  register: ['Register the device', 'Sajili kifaa'],
  takenHint: [
    'If it had an owner before you, they must remove it from their account first. Otherwise check what you typed.',
    'Kama kilikuwa na mwenyewe kabla yako, lazima akiondoe kwenye akaunti yake kwanza. Kama sivyo, hakikisha ulichoandika.',
  ],
  stepOf: ['Step {step} of 3', 'Hatua ya {step} kati ya 3'],
  nameIt: ['What do you call this tank?', 'Tangi hili unaliitaje?'],
  howMuch: ['How many litres does it hold?', 'Linachukua lita ngapi?'],
  next: ['Next', 'Endelea'],
  later: ['Leave it for later', 'Ruka kwa sasa'],
  finish: ['Finish', 'Maliza'],
  other: ['Other', 'Nyingine'],
  litresOther: ['Litres', 'Lita'],
  forInstaller: ['For the installer', 'Kwa fundi'],
  forInstallerHint: [
    'The shape of the tank, thresholds, the pump, the key, and what the device sends.',
    'Umbo la tangi, vikomo, pampu, ufunguo, na kile ambacho kifaa hutuma.',
  ],
  toSetUp: ['To the whole set-up', 'Nenda kwenye mipangilio yote'],
  many: ['Many devices?', 'Vifaa vingi?'],
  importFile: ['Import devices', 'Leta orodha ya vifaa'],
  labels: ['Print QR labels', 'Chapisha lebo za QR'],

  // The camera.
  scan: ['Scan its QR code', 'Soma msimbo wa QR'],
  stopScan: ['Stop the camera', 'Zima kamera'],
  scanHint: [
    'Hold the QR code of the device before the camera.',
    'Elekeza kamera kwenye msimbo wa QR wa kifaa.',
  ],
  starting: ['Starting the camera…', 'Kamera inawashwa…'],
  camera: ['What the camera sees', 'Kinachoonekana na kamera'],
  scanned: ['Scanned: {text}', 'Imesomwa: {text}'],
  noDeviceCode: [
    'This QR code does not carry a MAC or a serial number. Try the one on the device.',
    'Msimbo huu wa QR hauna MAC wala namba ya kifaa. Jaribu ulio kwenye kifaa.',
  ],
  refused: [
    'The browser was not allowed to use the camera. Allow it in the settings of this page, or type what is printed on the device.',
    'Kivinjari hakikuruhusiwa kutumia kamera. Iruhusu kwenye mipangilio ya ukurasa huu, au andika kilichoandikwa kwenye kifaa.',
  ],
  none: [
    'There is no camera here. Type what is printed on the device.',
    'Hakuna kamera hapa. Andika kilichoandikwa kwenye kifaa.',
  ],
  insecure: [
    'Browsers give the camera only to pages with https. Type what is printed on the device.',
    'Vivinjari huruhusu kamera kwa kurasa za https pekee. Andika kilichoandikwa kwenye kifaa.',
  ],
  busy: [
    'The camera cannot be started; another app may be using it. Close that one and try again, or type what is printed on the device.',
    'Kamera haiwezi kuwashwa; huenda programu nyingine inaitumia. Ifunge kisha ujaribu tena, au andika kilichoandikwa kwenye kifaa.',
  ],

  place: ['Where it stands', 'Kilipo'],
  noPlace: [
    'Nobody has said yet where it stands, and it has sent no GPS position.',
    'Mahali pake bado hapajawekwa, na hakijatuma mahali kwa GPS.',
  ],
  placeByPerson: ['Set on the map.', 'Pamewekwa kwenye ramani.'],
  placeByDevice: ['Sent by the device itself.', 'Kimetuma chenyewe.'],
  placeOnMap: ['Place on the map', 'Weka kwenye ramani'],

  // The set-up of one device.
  device: ['Device', 'Kifaa'],
  noSuch: ['You have no such device', 'Huna kifaa kama hiki'],
  setUpOf: ['Set-up: {name}', 'Mipangilio: {name}'],
  waiting: ['Waiting for its first reading…', 'Inasubiri kipimo chake cha kwanza…'],
  waitingHint: [
    'Switch the device on. This turns green the moment its first reading arrives.',
    'Washa kifaa. Hapa patakuwa kijani mara tu kipimo cha kwanza kitakapofika.',
  ],
  firstReading: ['First reading: {level}', 'Kipimo cha kwanza: {level}'],
  firstReadingHint: ['The device is connected.', 'Kifaa kimeunganishwa.'],
  lastReading: ['Last reading: {level}', 'Kipimo cha mwisho: {level}'],
  toTank: ['See the tank', 'Tazama tangi'],
  saveName: ['Save the name', 'Hifadhi jina'],
  saved: ['Saved', 'Imehifadhiwa'],

  sensors: ['Tank and thresholds', 'Tangi na vikomo'],
  sensorsHint: [
    'How much the tank holds, and from which levels you are warned.',
    'Tangi linabeba kiasi gani, na kuanzia viwango gani upewe tahadhari.',
  ],
  sensorFacts: [
    '{capacity} · warns below {low} and above {high}',
    '{capacity} · huonya chini ya {low} na juu ya {high}',
  ],
  change: ['Change', 'Badilisha'],
  changeOf: ['Change {name}', 'Badilisha {name}'],
  removeOf: ['Remove {name}', 'Ondoa {name}'],
  supply: ['When water comes', 'Maji huja lini'],
  supplyHint: [
    'The days and hours at which the mains bring water. The tank page then says whether the water lasts until then.',
    'Siku na saa ambazo maji ya bomba huja. Ukurasa wa tangi utasema kama maji yatatosha hadi hapo.',
  ],
  noSupply: ['No times are set.', 'Hakuna saa zilizowekwa.'],
  setSupply: ['Set the times', 'Weka saa'],
  addSensor: ['Add a sensor', 'Ongeza kihisi'],
  sensorName: ['Name of the sensor', 'Jina la kihisi'],
  sensorNameHint: [
    'As the device sends it. A device with one sensor sends “main”.',
    'Kama kifaa kinavyolituma. Kifaa chenye kihisi kimoja hutuma “main”.',
  ],
  capacity: ['The tank holds (litres)', 'Ujazo wa tangi (lita)'],
  high: ['Warn when above (%)', 'Onya kikizidi (%)'],
  low: ['Warn when below (%)', 'Onya kikipungua chini ya (%)'],
  slider: ['{label}, slider', '{label}, kitelezi'],
  crossed: [
    'The lower threshold must be below the upper one.',
    'Kikomo cha chini lazima kiwe chini ya kile cha juu.',
  ],
  preview: ['The tank with its thresholds', 'Tangi na vikomo vyake'],
  save: ['Save', 'Hifadhi'],
  remove: ['Remove', 'Ondoa'],
  removeSensorHint: [
    'Its thresholds are forgotten; 90 % and 20 % then hold. Its readings stay.',
    'Vikomo vyake vitasahaulika; 90 % na 20 % vitatumika. Vipimo vyake vitabaki.',
  ],

  connect: ['Connect the device', 'Unganisha kifaa'],
  connectHint: [
    'What this device sends, ready to copy. Most devices come with it already.',
    'Kile ambacho kifaa hiki hutuma, tayari kunakiliwa. Vifaa vingi huja navyo tayari.',
  ],
  board: ['Kind of device', 'Aina ya kifaa'],
  curl: ['curl', 'curl'],
  esp32: ['ESP32', 'ESP32'],
  sim800: ['SIM800', 'SIM800'],
  forSensor: ['For the sensor', 'Kwa kihisi'],

  key: ['API key', 'Ufunguo wa API'],
  keyHint: [
    'Proves that a reading comes from this device. Whoever has it can send readings: keep it secret.',
    'Unathibitisha kuwa kipimo kimetoka kwenye kifaa hiki. Aliye nao anaweza kutuma vipimo: uweke siri.',
  ],
  keyIsRequired: [
    'In force now: readings without the key are refused.',
    'Kanuni ya sasa: vipimo visivyo na ufunguo vinakataliwa.',
  ],
  keyIsOptional: [
    'In force now: readings without the key are accepted, those with a wrong key are refused.',
    'Kanuni ya sasa: vipimo visivyo na ufunguo vinapokelewa, vyenye ufunguo usio sahihi vinakataliwa.',
  ],
  showKey: ['Show the key', 'Onyesha ufunguo'],
  hideKey: ['Hide the key', 'Ficha ufunguo'],
  keyQr: ['Show as QR code', 'Onyesha kama msimbo wa QR'],
  hideKeyQr: ['Hide the QR code', 'Ficha msimbo wa QR'],
  keyQrLabel: ['QR code of the API key', 'Msimbo wa QR wa ufunguo wa API'],
  rotate: ['Make a new key', 'Tengeneza ufunguo mpya'],
  rotateHint: [
    'The key of now ends at once. Until the device has the new one, the readings that it sends with the old one are refused.',
    'Ufunguo wa sasa utaacha kutumika mara moja. Hadi kifaa kipewe mpya, vipimo kinavyotuma kwa ule wa zamani vitakataliwa.',
  ],
  rotated: ['This is the new key. Give it to the device.', 'Huu ndio ufunguo mpya. Upe kifaa.'],
  require: ['Refuse readings without it', 'Kataa vipimo visivyo nao'],
  requireHint: [
    'Readings without the key are refused from now on. Be sure that the device sends it.',
    'Kuanzia sasa vipimo visivyo na ufunguo vitakataliwa. Hakikisha kifaa kinautuma.',
  ],
  required: [
    'Readings without the key are now refused.',
    'Sasa vipimo visivyo na ufunguo vinakataliwa.',
  ],
  accept: ['Accept readings without it', 'Pokea vipimo visivyo nao'],
  accepted: [
    'Readings without the key are now accepted.',
    'Sasa vipimo visivyo na ufunguo vinapokelewa.',
  ],

  removeSensor: ['Remove a sensor', 'Ondoa kihisi'],
  removeSensorWhy: [
    'For a tank that is no more, or a name that was mistyped.',
    'Kwa tangi ambalo halipo tena, au jina lililokosewa.',
  ],
  sensorToRemove: ['Sensor to remove', 'Kihisi cha kuondoa'],
  removeSensorData: ['Remove it with its readings', 'Kiondoe pamoja na vipimo vyake'],
  removeSensorDataHint: [
    'Its readings, alerts, commands and thresholds are deleted. This cannot be taken back. If the device still sends this name, the sensor starts over.',
    'Vipimo, tahadhari, amri na vikomo vyake vitafutwa. Haiwezi kurudishwa. Kifaa kikiendelea kutuma jina hili, kihisi kitaanza upya.',
  ],

  pump: ['Pump', 'Pampu'],
  pumpMax: ['Longest run (minutes)', 'Muda mrefu zaidi wa kufanya kazi (dakika)'],
  pumpMaxHint: [
    'Kisima stops the pump before this time is over.',
    'Kisima inazima pampu kabla ya muda huu kwisha.',
  ],
  pumpRest: ['Rest between two runs (minutes)', 'Mapumziko kati ya mara mbili (dakika)'],
  pumpRestHint: [
    'Kisima does not start it again before.',
    'Kisima haitaiwasha tena kabla ya hapo.',
  ],
  pumpRate: ['Litres that the pump brings in an hour', 'Lita ambazo pampu huleta kwa saa'],
  pumpRateHint: [
    'Kisima knows by it that a slow pump does not run dry.',
    'Kwa kiasi hiki Kisima hutambua kuwa pampu ya polepole haifanyi kazi bila maji.',
  ],
  fillsFrom: ['It takes its water from', 'Inachota maji kutoka'],
  fillsFromElsewhere: ['Somewhere else: a well, the mains', 'Kwingine: kisima, bomba'],
  fillsFromUnseen: [
    'A tank of the owner that you do not see ({sensor})',
    'Tangi la mwenyewe ambalo hulioni ({sensor})',
  ],
  fillsFromHint: [
    'While that tank is low, Kisima does not start the pump.',
    'Tangi hilo likiwa na maji kidogo, Kisima haiwashi pampu.',
  ],
  kinds: ['What you are warned of', 'Unachoonywa'],
  replace: ['Replace the hardware', 'Badilisha kifaa'],
  replaceHint: [
    'A new board takes the place of a broken one. Readings, alerts and settings stay.',
    'Kifaa kipya kinachukua nafasi ya kilichoharibika. Vipimo, tahadhari na mipangilio vinabaki.',
  ],
  newHardware: [
    'MAC address or serial number of the new one',
    'Anwani ya MAC au namba ya kifaa kipya',
  ],
  newKeyToo: ['Make a new key as well', 'Tengeneza pia ufunguo mpya'],
  replaceNow: ['Replace', 'Badilisha'],
  replaced: ['The new hardware has taken over.', 'Kifaa kipya kimechukua nafasi.'],
  onlyManagers: [
    'Only managers and the owner of this tank can set it up.',
    'Ni mameneja na mwenyewe wa tangi hili pekee wanaoweza kulipanga.',
  ],
  toPeople: ['People', 'Watu'],
  more: ['More', 'Zaidi'],
  printLabel: ['Print its QR label', 'Chapisha lebo yake ya QR'],
  removeDevice: ['Remove the device', 'Ondoa kifaa'],
  removeDeviceHint: [
    'All its readings, alerts and settings are deleted. This cannot be taken back.',
    'Vipimo, tahadhari na mipangilio yake yote itafutwa. Haiwezi kurudishwa.',
  ],
  typeToRemove: ['To go on, type {name}', 'Ili kuendelea, andika {name}'],
});
