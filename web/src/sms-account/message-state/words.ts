import { words } from '../../words/words.ts';

export const say = words({
  scheduled: ['Scheduled', 'Imepangwa'],
  queued: ['Waiting', 'Inasubiri'],
  sending: ['Being sent', 'Inatumwa'],
  unknown: ['Unknown', 'Haijulikani'],
  sent: ['Sent', 'Imetumwa'],
  delivered: ['Delivered', 'Imefika'],
  undelivered: ['Not delivered', 'Haikufika'],
  failed: ['Failed', 'Imeshindwa'],
  expired: ['Expired', 'Muda umekwisha'],
  cancelled: ['Cancelled', 'Imesitishwa'],

  simulator: ['simulator', 'jaribio tu'],
  simulatorHasIt: ['The simulator has it.', 'Unajaribu tu: ujumbe haufiki kwenye simu yoyote.'],
  simulatorAbout: [
    'The simulator says so: no phone has it.',
    'Ni jaribio tu: hakuna simu iliyoipata.',
  ],

  scheduledAbout: ['Waits for its time.', 'Inasubiri wakati wake.'],
  queuedAbout: ['Waits for its turn.', 'Inasubiri zamu yake.'],
  sendingAbout: [
    'Is being handed over, or is tried again soon.',
    'Inakabidhiwa, au itajaribiwa tena hivi karibuni.',
  ],
  unknownAbout: [
    'It left and no answer came: it may have been sent.',
    'Iliondoka na hakuna jibu lililokuja: huenda ilitumwa.',
  ],
  sentAbout: ['The network has it.', 'Mtandao umeipokea.'],
  deliveredAbout: ['It is on the phone, says the network.', 'Iko kwenye simu, mtandao unasema.'],
  undeliveredAbout: [
    'The network could not deliver it. The credit is spent.',
    'Mtandao haukuweza kuifikisha. Kredi imetumika.',
  ],
  failedAbout: [
    'It was refused and not sent. The credit came back.',
    'Ilikataliwa na haikutumwa. Kredi ilirudi.',
  ],
  expiredAbout: [
    'It could not be sent in time. The credit came back.',
    'Haikuweza kutumwa kwa wakati. Kredi ilirudi.',
  ],
  cancelledAbout: [
    'It was taken back before it left. The credit came back.',
    'Ilisitishwa kabla ya kuondoka. Kredi ilirudi.',
  ],
});
