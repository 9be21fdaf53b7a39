import { words } from '../words/words.ts';

export const say = words({
  about: [
    'Kisima watches the water in your tanks, warns you in time, and sends SMS.',
    'Kisima huangalia maji ya matangi yako, hukuonya mapema, na hutuma SMS.',
  ],
  signIn: ['Sign in', 'Ingia'],
  register: ['Make an account', 'Fungua akaunti'],
  reset: ['New password', 'Nenosiri jipya'],
  email: ['E-mail', 'Barua pepe'],
  emailOrPhone: ['E-mail or phone number', 'Barua pepe au namba ya simu'],
  password: ['Password', 'Nenosiri'],
  newPassword: ['New password', 'Nenosiri jipya'],
  passwordHint: ['At least 8 characters', 'Angalau herufi 8'],
  fullName: ['Full name', 'Jina kamili'],
  forgot: ['Forgot the password?', 'Umesahau nenosiri?'],
  noAccount: ['No account yet? Make one', 'Huna akaunti? Fungua moja'],
  hasAccount: ['You have an account? Sign in', 'Una akaunti? Ingia'],
  expired: [
    'Your session has ended. Sign in to go on where you were.',
    'Umetoka kwa usalama; ingia uendelee ulipokuwa.',
  ],
  askToken: ['Send me a reset code', 'Nitumie msimbo'],
  hasToken: ['I have a code from an e-mail', 'Nina msimbo wa barua pepe'],
  resetHint: [
    'We send a code with which you choose a new password.',
    'Tutakutumia msimbo wa kuchagua nenosiri jipya.',
  ],
  tokenSent: [
    'If this e-mail has an account, a code is on its way. It is good for 30 minutes.',
    'Kama barua pepe hii ina akaunti, msimbo unakuja. Unatumika kwa dakika 30.',
  ],
  smsSent: [
    'If {phone} signs in to an account, an SMS with a code is on its way. It is good for 10 minutes.',
    'Kama {phone} ni ya akaunti, SMS yenye msimbo inakuja. Unatumika kwa dakika 10.',
  ],
  smsCode: ['Code from the SMS', 'Msimbo wa SMS'],
  askAgain: ['Ask for another code', 'Omba msimbo mwingine'],
  token: ['Reset code', 'Msimbo'],
  saveNew: ['Save the new password', 'Hifadhi nenosiri jipya'],
  code: ['Code from your app, or a recovery code', 'Msimbo wa programu yako, au wa dharura'],
  codeAsked: [
    'This account has two-step sign-in: type the code that the app on your phone shows now.',
    'Akaunti hii ina hatua mbili: andika msimbo unaoonyeshwa sasa na programu ya simu yako.',
  ],
  language: ['Kiswahili', 'English'],
});
