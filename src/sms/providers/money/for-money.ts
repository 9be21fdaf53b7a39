const empty = 'insufficient|not enough|low|out of|exhausted|used up|exceeded|expired|zero|no';
const between = '(?:of |more |any |sms |account |available )*';
const purse = '(?:balance|credits?|funds?|units|money|prepaid)';
const spent = 'insufficient|not enough|too low|exhausted|used up|expired|finished';

const wantOfMoney = new RegExp(
  `\\b(?:${empty}) ${between}${purse}\\b|\\b${purse}(?: \\w+){0,3} (?:${spent})\\b|payment required`,
);

/**
 * True of a provider's words that say that the operator's money there is used up: `InsufficientBalance`,
 * `out of credit`, `Credits exhausted`.
 */
export function isForMoney(words: string): boolean {
  const apart = words.slice(0, 300).replace(/([a-z])([A-Z])/g, '$1 $2');
  return wantOfMoney.test(apart.toLowerCase().replace(/[^a-z0-9]+/g, ' '));
}
