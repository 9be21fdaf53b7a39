import { words } from '../../words/words.ts';

export const say = words({
  incident: ['Alert', 'Tahadhari'],
  alerts: ['Alerts', 'Tahadhari zote'],
  what: ['What is wrong', 'Tatizo'],
  missing: ['This alert is not there', 'Tahadhari hii haipo'],
  missingHint: [
    'Perhaps it was deleted, or its tank is no longer shared with you.',
    'Huenda imefutwa, au tangi lake halishirikishwi nawe tena.',
  ],
  tank: ['Tank', 'Tangi'],
  since: ['Since', 'Tangu'],
  again: ['Worse or back', 'Imezidi au imerudi'],
  acknowledged: ['Acknowledged', 'Imepokelewa'],
  acknowledgedBefore: ['Acknowledged before that', 'Ilipokelewa kabla ya hapo'],
  byYou: ['by you', 'nawe'],
  byAnother: ['by somebody else', 'na mtu mwingine'],
  over: ['Over', 'Imekwisha'],
  onlyToSee: [
    'You may see this tank. Who operates it can acknowledge its alerts.',
    'Unaweza kuona tangi hili. Anayeliendesha anaweza kupokea tahadhari zake.',
  ],
  acknowledge: ['I am taking care of it', 'Ninalishughulikia'],
  acknowledgeHint: [
    'Nobody else is woken for it, unless it gets worse.',
    'Hakuna mwingine atakayeamshwa kwa hili, isipokuwa likizidi.',
  ],
  snooze: ['Tell nobody for a while', 'Usimwambie mtu kwa muda'],
  hour: ['1 hour', 'Saa 1'],
  eightHours: ['8 hours', 'Saa 8'],
  morning: ['Until tomorrow morning', 'Hadi kesho asubuhi'],
  mute: ['Never tell this of this sensor', 'Usiseme tena hili kwa kihisi hiki'],
  muteAsk: ['Never tell this again?', 'Isisemwe tena kamwe?'],
  muteHint: [
    'Alerts of this kind ({type}) end for “{sensor}”, for everybody. The set-up of the tank brings them back.',
    'Tahadhari za aina hii ({type}) zitakoma kwa “{sensor}”, kwa kila mtu. Mipangilio ya tangi inaweza kuzirudisha.',
  ],
  muted: ['Switched off. It will not be told again.', 'Imezimwa. Haitasemwa tena.'],
  chart: ['The water at that time', 'Maji wakati huo'],
  chartOf: [
    'Chart of the level of {sensor} around {since}',
    'Chati ya kiwango cha {sensor}, karibu na {since}',
  ],
  noReadings: ['There are no readings of that time.', 'Hakuna vipimo vya wakati huo.'],
  told: ['How you were told', 'Ulivyoarifiwa'],
  toldNobody: ['You were sent no message of it.', 'Hukutumiwa ujumbe kuhusu hili.'],
  toldSettings: ['How am I told?', 'Ninaarifiwaje?'],
});
