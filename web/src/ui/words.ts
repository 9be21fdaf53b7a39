import { words } from '../words/words.ts';

export const say = words({
  loading: ['Loading…', 'Inapakia…'],
  retry: ['Try again', 'Jaribu tena'],
  close: ['Close', 'Funga'],
  cancel: ['Cancel', 'Ghairi'],
  more: ['Show more', 'Onyesha zaidi'],
  copy: ['Copy', 'Nakili'],
  copied: ['Copied', 'Imenakiliwa'],
  showPassword: ['Show what I type', 'Onyesha ninachoandika'],
  optional: ['optional', 'si lazima'],
});
