import { words } from '../words/words.ts';

export const say = words({
  title: ['Notifications', 'Arifa'],
  account: ['Account', 'Akaunti'],
  save: ['Save', 'Hifadhi'],
  saved: ['Saved.', 'Imehifadhiwa.'],
  test: ['Send a test', 'Tuma jaribio'],
  testOf: ['Send a test: {channel}', 'Tuma jaribio: {channel}'],
  testSent: [
    'It is on its way. How it went stands below.',
    'Limetumwa. Matokeo yataonekana hapo chini.',
  ],

  webPush: ['App', 'Programu'],
  sms: ['SMS', 'SMS'],
  email: ['E-mail', 'Barua pepe'],
  webhook: ['Webhook', 'Webhook'],
  isPending: ['on its way', 'uko njiani'],
  isSent: ['sent', 'umetumwa'],
  isDelivered: ['arrived', 'umefika'],
  isHandedOver: ['handed over', 'umekabidhiwa'],
  isSimulated: [
    'simulated: no SMS reaches your phone',
    'wa majaribio: hakuna SMS inayofika kwenye simu yako',
  ],
  hasFailed: ['failed', 'umeshindikana'],
  isUnsure: ['perhaps arrived', 'huenda umefika'],
  raised: ['that it began', 'kwamba imeanza'],
  worse: ['that it got worse', 'kwamba imezidi'],
  back: ['that it came back', 'kwamba imerudi'],
  resolved: ['that it is over', 'kwamba imekwisha'],

  thisPhone: ['On this phone', 'Kwenye simu hii'],
  pushHint: [
    'Alerts appear on this phone or computer, also while Kisima is closed. It costs no SMS.',
    'Tahadhari zitaonekana kwenye simu au kompyuta hii, hata Kisima ikiwa imefungwa. Hakuna gharama ya SMS.',
  ],
  pushOn: ['Notify me on this phone', 'Niarifu kwenye simu hii'],
  pushIsOn: ['This phone is told of alerts.', 'Simu hii inaarifiwa tahadhari.'],
  pushOff: ['Notify me here no more', 'Usiniarifu tena hapa'],
  refused: [
    'This browser does not let Kisima notify you. Allow notifications in its settings for this site, then try again.',
    'Kivinjari hiki hakiruhusu Kisima kukuarifu. Ruhusu arifa za tovuti hii kwenye mipangilio yake, kisha ujaribu tena.',
  ],
  homeScreen: [
    'On an iPhone or iPad, first add Kisima to the home screen: Share, then “Add to Home Screen”. Open it from there and come back here.',
    'Kwenye iPhone au iPad, kwanza ongeza Kisima kwenye skrini ya mwanzo: Share, kisha “Add to Home Screen”. Ifungue kutoka hapo, urudi hapa.',
  ],
  noPush: [
    'This browser cannot show notifications. Use another one, or SMS or e-mail.',
    'Kivinjari hiki hakiwezi kuonyesha arifa. Tumia kingine, au SMS au barua pepe.',
  ],
  phones: [
    { one: '{count} phone or computer is told.', other: '{count} phones or computers are told.' },
    { one: 'Simu au kompyuta {count} inaarifiwa.', other: 'Simu au kompyuta {count} zinaarifiwa.' },
  ],
  unknownBrowser: ['Unknown browser', 'Kivinjari kisichojulikana'],
  thisBrowser: ['this one', 'hii hapa'],
  toldSince: ['since {since}', 'tangu {since}'],
  forget: ['Remove', 'Ondoa'],
  forgetThat: ['Notify {name} of {since} no more', 'Usiarifu tena {name} ya {since}'],

  rules: ['What you are told', 'Utaarifiwa nini, na vipi'],
  rulesOf: ['Of which tank', 'Kuhusu tangi lipi'],
  allTanks: ['All tanks', 'Matangi yote'],
  ownRules: ['This tank has rules of its own.', 'Tangi hili lina kanuni zake.'],
  commonRules: [
    'As for all tanks, until you change something here.',
    'Kama matangi yote, hadi ubadilishe kitu hapa.',
  ],
  asForAll: ['As for all tanks', 'Kama matangi yote'],
  warningMeans: [
    'Warning: the level is at or below your low threshold, or at or above the high one.',
    'Onyo: kiwango kimefika kikomo chako cha chini au pungufu, au kikomo cha juu au zaidi.',
  ],
  criticalMeans: [
    'Critical: it is at half of the low threshold or less, or at least half way from the high one to 100 %.',
    'Hatari: kimefika nusu ya kikomo cha chini au pungufu, au angalau katikati ya kikomo cha juu na asilimia 100.',
  ],
  channel: ['Channel', 'Njia'],
  notSetUp: ['not set up', 'haijawekwa'],
  critical: ['Critical', 'Hatari'],
  warning: ['Warning', 'Onyo'],
  info: ['Note', 'Taarifa'],

  times: ['When, and who else', 'Lini, na nani mwingine'],
  quiet: ['Quiet hours', 'Saa za utulivu'],
  from: ['From', 'Kuanzia'],
  until: ['Until', 'Hadi'],
  quietHint: [
    'Only what is critical disturbs you then. The rest comes as one message when they end.',
    'Wakati huo ni hatari pekee zitakazokusumbua. Mengine yatakuja kwa ujumbe mmoja zikiisha.',
  ],
  noQuietHint: ['You are told at any hour.', 'Utaarifiwa saa yoyote.'],
  zone: ['Time zone: {zone}.', 'Saa za eneo: {zone}.'],
  escalate: ['Minutes until the next person is told', 'Dakika hadi mtu mwingine aarifiwe'],
  escalateHint: [
    'Where nobody acknowledges. First the owner is told, then managers, operators and viewers.',
    'Kama hakuna aliyeitikia tahadhari. Kwanza mwenyewe, kisha mameneja, waendeshaji na watazamaji.',
  ],
  smsADay: ['Most SMS in a day', 'Kikomo cha SMS kwa siku'],
  smsADayHint: ['Each costs a credit.', 'Kila moja inagharimu kredi.'],

  smsHint: [
    'SMS arrive without data. They go by your own SMS account and cost its credits.',
    'SMS hufika bila data. Zinatumwa kwa akaunti yako ya SMS na kutumia kredi zake.',
  ],
  simulated: [
    'These SMS are simulated: none reaches your phone, since the SMS account has trial credits only. Get credits, then send a test.',
    'SMS hizi ni za majaribio: hakuna inayofika kwenye simu yako, kwa kuwa akaunti ya SMS ina kredi za majaribio tu. Pata kredi, kisha tuma jaribio.',
  ],
  smsAlerts: ['Alerts by SMS', 'Tahadhari kwa SMS'],
  tanks: ['Tanks', 'Matangi'],
  toTanks: ['To your tanks', 'Rudi kwenye matangi yako'],
  otherWays: [
    'Other ways: this phone without SMS, e-mail, webhook',
    'Njia nyingine: simu hii bila SMS, barua pepe, webhook',
  ],
  moreChoices: ['Choose what you are told, and when', 'Chagua utaarifiwa nini, na lini'],
  smsOf: [
    'Alerts of this kind come: {which}. At most {count} SMS a day.',
    'Tahadhari zitakazotumwa: {which}. Kikomo ni SMS {count} kwa siku.',
  ],
  smsTo: ['SMS go to {phone}.', 'SMS zinatumwa kwa {phone}.'],
  keyRevoked: [
    'No SMS goes out: the key of these alerts was revoked. Verify the number again to turn them on.',
    'Hakuna SMS inayotumwa: ufunguo wa tahadhari hizi umefutwa. Thibitisha namba tena ili kuziwasha.',
  ],
  paidByOwner: ["by the tank owner's credits", 'kwa kredi za mwenye tangi'],
  isPaid: [
    'The owner of a tank pays for your SMS alerts about it: a number and its code are all it takes.',
    'Mwenye tangi analipia tahadhari zako za SMS kuhusu tangi hilo: namba na msimbo wake vinatosha.',
  ],
  stoppedTrial: [
    'No SMS reaches you by your own account: it has trial credits alone.',
    'Hakuna SMS inayokufikia kwa akaunti yako: ina kredi za majaribio tu.',
  ],
  noCredits: [
    'Your SMS account has no credits, so no SMS can go out. Ask who runs this server for credits.',
    'Akaunti yako ya SMS haina kredi, kwa hiyo hakuna SMS inayoweza kutumwa. Omba kredi kwa msimamizi wa seva hii.',
  ],
  onTrial: [
    'Your SMS account has trial credits alone: no phone gets the code, nor any alert. Ask who runs this server for credits.',
    'Akaunti yako ya SMS ina kredi za majaribio tu: hakuna simu itakayopata msimbo wala tahadhari. Omba kredi kwa msimamizi wa seva hii.',
  ],
  ownerMayPay: [
    'The owner of a tank that is shared with you can pay for your SMS alerts about it: at the tank, under People.',
    'Mwenye tangi unaloshirikishwa anaweza kulipia tahadhari zako za SMS kuhusu tangi hilo: kwenye tangi, chini ya Watu.',
  ],
  smsAccount: ['SMS account', 'Akaunti ya SMS'],
  otherService: ['Another SMS service', 'Huduma nyingine ya SMS'],
  password: ['Current password', 'Nenosiri la sasa'],
  smsKey: ['Key of the SMS account', 'Ufunguo wa akaunti ya SMS'],
  smsKeyHint: ['It is stored sealed.', 'Unahifadhiwa kwa siri.'],
  makeKey: ['Make a key', 'Tengeneza ufunguo'],
  smsBase: ['Address of the SMS service', 'Anwani ya huduma ya SMS'],
  smsBaseHint: ['Left empty: this server.', 'Ukiacha wazi: seva hii.'],
  saveKey: ['Save the key', 'Hifadhi ufunguo'],
  keyIsSet: [
    'The key of this server’s SMS service is set.',
    'Ufunguo wa huduma ya SMS ya seva hii umewekwa.',
  ],
  keyIsSetFor: ['The key for {base} is set.', 'Ufunguo wa {base} umewekwa.'],
  forgetKey: ['Take the key away, and the number', 'Ondoa ufunguo na namba'],
  phone: ['Phone number', 'Namba ya simu'],
  otherPhone: ['Another number', 'Namba nyingine'],
  askingElsewhere: [
    'To ask by SMS through somebody who shares tanks with you, send {word} from this phone to their number once.',
    'Kuuliza kwa SMS kupitia mtu anayekushirikisha tangi, tuma {word} kutoka simu hii kwa namba yake mara moja.',
  ],
  phoneHint: ['A code goes there, for one credit.', 'Msimbo utatumwa hapo, kwa kredi moja.'],
  sendCode: ['Send a code', 'Tuma msimbo'],
  code: ['The six digits that went to {phone}', 'Tarakimu sita zilizotumwa kwa {phone}'],
  confirm: ['Confirm', 'Thibitisha'],

  questions: ['Answer questions by SMS', 'Jibu maswali kwa SMS'],
  questionsHint: [
    'People of your tanks ask by SMS, such as LEVEL, if your SMS account has a short code. Make a webhook there that posts to this address, then put its secret here.',
    'Watu wa matangi yako huuliza kwa SMS, kama MAJI, ikiwa akaunti yako ya SMS ina namba fupi. Tengeneza huko webhook inayotuma kwenye anwani hii, kisha weka siri yake hapa.',
  ],
  questionsSecret: ['Secret of the webhook', 'Siri ya webhook'],
  questionsWebhooks: ['Webhooks of the SMS account', 'Webhook za akaunti ya SMS'],
  questionsSave: ['Save the secret', 'Hifadhi siri'],
  questionsSet: ['Questions are answered.', 'Maswali yanajibiwa.'],
  questionsForget: ['Answer no more questions', 'Usijibu tena maswali'],

  emailTo: ['E-mails go to {email}.', 'Barua pepe zinatumwa kwa {email}.'],
  noEmail: ['This server sends no e-mail.', 'Seva hii haitumi barua pepe.'],

  webhookUrl: ['Address for programs', 'Anwani ya programu'],
  webhookHint: [
    'Messages are posted there, signed. Left empty: none.',
    'Ujumbe utatumwa hapo, ukiwa na sahihi. Ukiacha wazi: hakuna.',
  ],
  secretHint: [
    'This secret signs what is posted. It is shown only now.',
    'Siri hii hutia sahihi kinachotumwa. Inaonyeshwa sasa tu.',
  ],

  history: ['Messages so far', 'Ujumbe uliotumwa'],
  noHistory: ['Nothing yet.', 'Hakuna bado.'],
});
