import { words } from '../../words/words.ts';

export const say = words({
  scheduled: ['Scheduled', 'Umepangwa'],
  queued: ['Waiting', 'Unasubiri'],
  sending: ['Being sent', 'Unatumwa'],
  unknown: ['Unknown', 'Haujulikani'],
  sent: ['Sent', 'Umetumwa'],
  delivered: ['Delivered', 'Umefika'],
  undelivered: ['Not delivered', 'Haukufika'],
  failed: ['Failed', 'Umeshindikana'],
  expired: ['Expired', 'Muda umekwisha'],
  cancelled: ['Cancelled', 'Umesitishwa'],

  simulator: ['simulator', 'jaribio tu'],
  simulatorHasIt: ['The simulator has it.', 'Unajaribu tu: ujumbe haufiki kwenye simu yoyote.'],
  simulatorAbout: [
    'The simulator says so: no phone has it.',
    'Ni jaribio tu: hakuna simu iliyoupata.',
  ],

  scheduledAbout: ['Waits for its time.', 'Unasubiri wakati wake.'],
  queuedAbout: ['Waits for its turn.', 'Unasubiri zamu yake.'],
  sendingAbout: [
    'Is being handed over, or is tried again soon.',
    'Unakabidhiwa, au utajaribiwa tena hivi karibuni.',
  ],
  unknownAbout: [
    'It left and no answer came: it may have been sent.',
    'Uliondoka na hakuna jibu lililokuja: huenda ulitumwa.',
  ],
  sentAbout: ['The network has it.', 'Mtandao umeupokea.'],
  deliveredAbout: ['It is on the phone, says the network.', 'Uko kwenye simu, mtandao unasema.'],
  undeliveredAbout: [
    'The network could not deliver it. The credit is spent.',
    'Mtandao haukuweza kuufikisha. Kredi imetumika.',
  ],
  failedAbout: [
    'It was refused and not sent. The credit came back.',
    'Ulikataliwa na haukutumwa. Kredi ilirudi.',
  ],
  expiredAbout: [
    'It could not be sent in time. The credit came back.',
    'Haukuweza kutumwa kwa wakati. Kredi ilirudi.',
  ],
  cancelledAbout: [
    'It was taken back before it left. The credit came back.',
    'Ulisitishwa kabla ya kuondoka. Kredi ilirudi.',
  ],
});
