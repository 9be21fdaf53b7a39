import { words } from '../../words/words.ts';

export const say = words({
  answered: ['The server answered {status}.', 'Seva ilijibu {status}.'],
  wrongCredentials: [
    'The password is wrong, or there is no such account.',
    'Nenosiri si sahihi, au hakuna akaunti kama hiyo.',
  ],
  invalidResetToken: [
    'This code is wrong or has expired.',
    'Msimbo huu si sahihi au muda wake umekwisha.',
  ],
  wrongCode: [
    'The code is wrong or was used already. Wait for the next one.',
    'Msimbo si sahihi au umeshatumika. Subiri msimbo unaofuata, au omba mwingine.',
  ],
  wrongPassword: ['This is not the current password.', 'Hili si nenosiri la sasa.'],
  secondFactorOn: ['Two-step sign-in is on already.', 'Hatua mbili tayari zimewashwa.'],
  secondFactorNeeded: [
    'Administrators of this server need two-step sign-in: turn it on under Account.',
    'Wasimamizi wa seva hii wanahitaji hatua mbili: ziwashe kwenye Akaunti.',
  ],
  emailExists: ['This e-mail has an account already.', 'Barua pepe hii tayari ina akaunti.'],
  phoneOff: [
    'This server sends no codes to phones; use your e-mail.',
    'Seva hii haitumi misimbo kwa simu; tumia barua pepe yako.',
  ],
  resetsOff: [
    'Forgotten passwords cannot be replaced on this server; ask its operator.',
    'Nenosiri lililosahaulika haliwezi kubadilishwa kwenye seva hii; muulize msimamizi wake.',
  ],
  notFound: ['It was not found; perhaps it was removed.', 'Haikupatikana; huenda imeondolewa.'],
  tooManyRequests: [
    'That was too often. Try again later.',
    'Umejaribu mara nyingi mno. Jaribu tena baadaye.',
  ],
  unavailable: [
    'The server cannot do this right now. Try again soon.',
    'Seva haiwezi kufanya hivi kwa sasa. Jaribu tena baada ya muda mfupi.',
  ],
  onlyLooks: [
    'This server only shows what is stored; nothing can be changed or sent here.',
    'Seva hii inaonyesha tu data iliyohifadhiwa; hapa hakuna kinachoweza kubadilishwa wala kutumwa.',
  ],
  tooLarge: ['This is too large for the server.', 'Hii ni kubwa mno kwa seva.'],
  deviceTaken: [
    'This device is registered to another user.',
    'Kifaa hiki kimesajiliwa na mtumiaji mwingine.',
  ],
  tooManySensors: [
    'The device has as many sensors as it may have; remove one first.',
    'Kifaa kina vihisi vingi kadiri inavyoruhusiwa; ondoa kimoja kwanza.',
  ],
  noTank: ['Save the shape of the tank first.', 'Hifadhi umbo la tangi kwanza.'],
  moreThanFull: ['The tank does not hold so much.', 'Tangi halibebi kiasi hicho.'],
  nothingMeasured: [
    'The latest reading has no height in centimetres.',
    'Kipimo cha mwisho hakina kimo kwa sentimita.',
  ],
  tooManyImports: [
    'Five lists are being imported already. Wait until one is finished, or stop one.',
    'Orodha tano zinaletwa tayari. Subiri moja ikamilike, au simamisha moja.',
  ],
  tooManyCorrections: [
    'The device has as many corrections as it may have; take one back first.',
    'Kifaa kina masahihisho mengi kadiri inavyoruhusiwa; rudisha moja kwanza.',
  ],
  readingsGone: [
    'The readings of that time are no longer kept, so nothing was changed.',
    'Vipimo vya wakati huo havihifadhiwi tena, kwa hiyo hakuna kilichobadilishwa.',
  ],
  noReadingYet: [
    'No reading has come since then; say it again when one has.',
    'Hakuna kipimo kilichokuja tangu hapo; sema tena kikija.',
  ],
  readingTooOld: [
    'The latest reading is too old; wait for the next one.',
    'Kipimo cha mwisho ni cha zamani mno; subiri kinachofuata.',
  ],
  inDeadZone: [
    'The water is too near for the sensor; try again when there is less.',
    'Maji yako karibu mno na kihisi; jaribu tena yakipungua.',
  ],
  calibrationConflict: [
    'This contradicts what was told before; forget the correction and start over.',
    'Hii inapingana na ulichotaja awali; futa marekebisho uanze upya.',
  ],
  commandNotPending: ['This command no longer waits.', 'Amri hii haisubiri tena.'],
  insufficientCredits: ['There are not enough credits for this.', 'Kredi hazitoshi kwa hili.'],
  notSent: [
    'The SMS was not sent and its credit was given back.',
    'SMS haikutumwa na kredi yake imerudishwa.',
  ],
  nothingToCancel: [
    'Nothing is left to cancel: it was sent or has ended.',
    'Hakuna cha kusitisha: umetumwa au umekwisha.',
  ],
  tooManyKeys: [
    'The account has as many keys as it may have; revoke one first.',
    'Akaunti ina funguo nyingi kadiri inavyoruhusiwa; futa mmoja kwanza.',
  ],
  tooManyTokens: [
    'The account has as many tokens for programs as it may have; revoke one first.',
    'Akaunti ina tokeni nyingi za programu kadiri inavyoruhusiwa; futa moja kwanza.',
  ],
  tooManySecrets: [
    'The account has as many secrets of LoRaWAN as it may have; revoke one first.',
    'Akaunti ina siri nyingi za LoRaWAN kadiri inavyoruhusiwa; futa moja kwanza.',
  ],
  networkServerInUse: [
    'Pumps use this network server; remove those first.',
    'Kuna pampu zinazotumia seva hii ya mtandao; ziondoe kwanza.',
  ],
  commandsQueued: [
    'Its network server may hold commands of this pump; cancel them first.',
    'Huenda seva ya mtandao ina amri za pampu hii; zighairi kwanza.',
  ],
  tooManyMappings: [
    'The account has as many mappings as it may have; remove one first.',
    'Akaunti ina ramani nyingi kadiri inavyoruhusiwa; ondoa moja kwanza.',
  ],
  notForPrograms: [
    'A program may not do this; sign in.',
    'Programu hairuhusiwi kufanya hivi; ingia kwanza.',
  ],
  tooManyGroups: [
    'The account has as many groups as it may have; delete one first.',
    'Akaunti ina makundi mengi kadiri inavyoruhusiwa; futa moja kwanza.',
  ],
  tooManyWebhooks: [
    'The account has as many webhooks as it may have; delete one first.',
    'Akaunti ina webhook nyingi kadiri inavyoruhusiwa; futa moja kwanza.',
  ],
  webhookExists: [
    'A webhook with this URL is there already; delete it first for a new secret.',
    'Webhook yenye URL hii ipo tayari; ifute kwanza ili upate siri mpya.',
  ],
  testUnderWay: [
    'A test of this webhook is under way already.',
    'Jaribio la webhook hii tayari linaendelea.',
  ],
  accountSuspended: [
    'The SMS account is suspended and sends nothing; its screen says why.',
    'Akaunti ya SMS imesimamishwa na haitumi kitu; ukurasa wake unasema kwa nini.',
  ],
  creditsUsed: [
    'The account has not so many unused credits.',
    'Akaunti haina kredi nyingi hivyo ambazo hazijatumika.',
  ],
  senderTaken: [
    'This sender belongs to another account.',
    'Jina hili la mtumaji ni la akaunti nyingine.',
  ],
  groupNameTaken: ['Another of your groups has this name.', 'Kundi lako jingine lina jina hili.'],
  groupFull: ['A group takes at most 1,000 devices.', 'Kundi huchukua vifaa 1,000 tu.'],
  notAllowed: [
    'Your role at this tank does not allow it; ask its owner or a manager.',
    'Jukumu lako kwenye tangi hili haliruhusu; muulize mwenyewe au meneja.',
  ],
  sharedTooOften: [
    'It is shared with as many people as it can be.',
    'Limeshirikishwa na watu wengi kadiri inavyoruhusiwa.',
  ],
  noCredits: [
    'Your SMS account has no credits left; get some first.',
    'Akaunti yako ya SMS haina kredi; pata kredi kwanza.',
  ],
  noSmsKey: ['Save the key of an SMS account first.', 'Hifadhi kwanza ufunguo wa akaunti ya SMS.'],
  smsNotSent: ['The SMS service did not take the code.', 'Huduma ya SMS haikupokea msimbo.'],
  channelNotSetUp: ['This way is not set up yet.', 'Njia hii bado haijawekwa.'],
  budgetUsedUp: ['The SMS of today are used up.', 'SMS za leo zimekwisha.'],
  tooManyUntil: [
    'That was too often. Try again at {time}.',
    'Umejaribu mara nyingi mno. Jaribu tena saa {time}.',
  ],
  secondFactorOff: ['Two-step sign-in is not on.', 'Hatua mbili hazijawashwa.'],
  secondFactorNotStarted: [
    'Start setting up two-step sign-in over.',
    'Anza upya kuwasha hatua mbili.',
  ],
  secondFactorRequired: [
    'The code of the app on your phone is needed too.',
    'Msimbo wa programu ya simu yako unahitajika pia.',
  ],
  scheduleInForce: [
    'A schedule runs the pump now; end it first.',
    'Ratiba inaendesha pampu sasa; isitishe kwanza.',
  ],
  requestTimeout: [
    'The connection was too slow. Try again.',
    'Mtandao ulikuwa wa polepole mno. Jaribu tena.',
  ],
  internalError: [
    'The server failed at this; its operator can see why. Try again.',
    'Seva imeshindwa; msimamizi wake anaweza kuona sababu. Jaribu tena.',
  ],
  apiKeyWrong: ['This key is not good.', 'Ufunguo huu si sahihi.'],
  signatureWrong: ['The signature is not that of this device.', 'Sahihi si ya kifaa hiki.'],
  signatureMissing: [
    'This device takes only signed messages.',
    'Kifaa hiki kinapokea ujumbe wenye sahihi tu.',
  ],
  counterUsed: ['This message had come before.', 'Ujumbe huu uliwahi kufika.'],
  unauthenticated: ['Sign in again.', 'Ingia tena.'],
  invalidInput: [
    'Something here is not as it should be: {faults}.',
    'Kuna jambo hapa halijakaa sawa: {faults}.',
  ],
  malformed: [
    'The server could not read this. Reload the page and try again.',
    'Seva haikuweza kusoma hii. Pakia ukurasa upya ujaribu tena.',
  ],
  newerServer: [
    'The server does not know this. Reload the page and try again.',
    'Seva haijui jambo hili. Pakia ukurasa upya ujaribu tena.',
  ],
  misdirected: [
    'The server is not known by the name in the address; its operator can allow it.',
    'Seva haijulikani kwa jina lililo kwenye anwani; msimamizi wake anaweza kuliruhusu.',
  ],
  wrongKind: [
    'The server does not take this kind of file or data.',
    'Seva haipokei faili au data ya aina hii.',
  ],
  clientGone: ['This was broken off.', 'Hii ilikatizwa.'],
  tooManySubscriptions: [
    'As many phones and browsers are told as can be; remove one first.',
    'Simu na vivinjari vinavyoarifiwa vimefika kikomo; ondoa kimoja kwanza.',
  ],
  idempotencyKeyReused: [
    'This was sent before in another form. Look at what was sent, then try again.',
    'Hii ilitumwa awali kwa namna nyingine. Angalia kilichotumwa, kisha ujaribu tena.',
  ],
});
