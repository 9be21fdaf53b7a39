import { type HeadingKind, othersThanPerson, setOf, wordsOf } from './heading-words.ts';

type WholeName = Extract<
  HeadingKind,
  'fullName' | 'firstName' | 'middleName' | 'lastName' | 'shownName' | 'nickname' | 'company'
>;

const wholeNames: Record<WholeName, string> = {
  fullName:
    'name names fullname fullnames contactname customername clientname membername studentname ' +
    'pupilname parentname guardianname tenantname personname recipientname ownername ' +
    'customer client member tenant parent guardian student person jina majina jinakamili jinalote ' +
    'jinalamteja jinalamwanachama jinalamzazi jinalamlezi jinalamwanafunzi mteja mwanachama mzazi mlezi mwanafunzi ' +
    'mpangaji mtu ' +
    'nombre nombrecompleto nome nomecompleto nomcomplet naam volledigenaam vollstandigername magaca ' +
    'الاسم اسم الاسمالكامل',
  firstName:
    'firstname first given givenname forename christianname jinalakwanza jinakwanza ' +
    'vorname prenom voornaam primernombre primeironome الاسمالاول',
  middleName:
    'middlename middle middlenames secondname additionalname othername othernames jinalakati jinalapili ' +
    'jinakati majinamengine jinalingine ' +
    'weiterevornamen zweitervorname deuxiemeprenom segundonombre secondonome tweedenaam',
  lastName:
    'lastname last surname family familyname jinalamwisho jinamwisho jinalaukoo jinalafamilia jinalatatu ' +
    // "Nom" alone is the name all the same.
    'nachname familienname nom nomdefamille apellido apellidos cognome achternaam sobrenome apelido',
  shownName: 'displayname fileas shownas subject',
  nickname: 'nickname nicknames screenname jinalautani alias',
  company:
    'company companyname organization organisation organizationname organisationname ' +
    'organization1name business businessname kampuni shirika biashara',
};

const kindsOfNames = new Map(
  Object.entries(wholeNames).flatMap(([kind, headings]) =>
    headings.split(' ').map((heading) => [heading, kind as HeadingKind] as const),
  ),
);

const nameWords = setOf('name names jina majina');
/** With "name", of something else than the person. */
const otherNames = setOf(
  'phonetic yomi prefix suffix user file group kikundi bank benki account street mtaa county town ',
  'village kijiji school shule device kifaa product bidhaa spouse domain host project',
);

/** Those whom lists are made of. */
const persons = setOf(
  'tenant student pupil learner child member customer client contact person patient farmer employee',
  'staff worker parent guardian owner landlord buyer seller subscriber visitor guest',
  'recipient receiver borrower donor voter resident beneficiary applicant participant father mother',
  'mteja mwanachama mzazi mlezi mwanafunzi mtoto mpangaji mtu mwenye mmiliki mkulima mfanyakazi',
  'mgonjwa mpokeaji mkazi baba mama mnunuzi muuzaji mshiriki mgeni',
);
/** Those that lists put people in. */
const things = setOf(
  'class property ward branch zone estate course plan email mail display screen school group stream',
  'region area location site route shop store house building block plot unit farm church hospital clinic',
  'department team category package event meter tank location subject job',
  'darasa nyumba kata tawi eneo shamba jengo duka kanisa kituo idara mkoa wilaya tarafa kozi mpango',
);
/** Between a name and whose it is. */
const links = setOf('of the la ya wa za cha');
/** Says no more than that it is a name. */
const qualifiers = setOf(
  'full official legal registered complete first given middle additional last family sur second other',
);

/** Whose the name is: before it in English, unless there is an "of", and behind it in Swahili. */
function whoseName(words: string[]): string {
  const at = words.findIndex((word) => nameWords.has(word));
  const tells = (word: string) => !links.has(word) && !qualifiers.has(word);
  const isBehind = /^(?:jina|majina)$/.test(words[at] ?? '') || words[at + 1] === 'of';
  const found = isBehind
    ? words.slice(at + 1).find(tells)
    : words.slice(0, at).reverse().find(tells);
  return found ?? '';
}

function isOneOf(word: string, some: ReadonlySet<string>): boolean {
  return some.has(word) || some.has(word.replace(/s$/, ''));
}

/** Reads the heading of a column of names, by its words. */
export function kindOfName(words: string[]): HeadingKind | undefined {
  const whole = kindsOfNames.get(words.join(''));
  if (whole) return whole;
  if (!words.some((word) => nameWords.has(word))) return undefined;
  const whose = whoseName(words);
  const isPerson = isOneOf(whose, persons);
  if (!isPerson && words.some((word) => otherNames.has(word))) return undefined;
  if (words.some((word) => othersThanPerson.has(word))) return 'otherName';
  const has = (...some: string[]) => words.some((word) => some.includes(word));
  if (isOneOf(whose, things)) return 'otherName';
  if (has('first', 'given', 'kwanza')) return 'firstName';
  if (has('middle', 'additional', 'kati', 'pili')) return 'middleName';
  if (has('last', 'family', 'mwisho', 'ukoo')) return 'lastName';
  if (has('short', 'nick')) return 'nickname';
  if (isPerson) return 'personName';
  return has('company', 'organization', 'organisation', 'kampuni') ? 'company' : 'someName';
}

/** True where the heading says that the column holds neither a name nor a person. */
export function isOfNoName(heading: string): boolean {
  return wordsOf(heading).some((word) =>
    [things, otherNames, othersThanPerson, otherThanName].some((some) => isOneOf(word, some)),
  );
}

const otherThanName = setOf(
  'fax pager type label kind aina ext extension country code nchi network mtandao status hali date',
  'tarehe time verified barua pepe id amount balance salio credit price bei count idadi bill cost charge paid',
  'message text notes note maelezo address anuani anwani city mji gender jinsia age umri total jumla number no',
);

/** People as lists name them: those of a row are one person, such as the guardian whose phone is the parent's. */
const people = [
  'parent guardian mzazi wazazi mlezi walezi',
  'student pupil learner child mwanafunzi mtoto',
  'customer client mteja',
  'member mwanachama',
  'tenant mpangaji',
  'owner mwenye mmiliki',
  'father baba',
  'mother mama',
].map((row) => row.split(' '));

/** Of any name or any number, whoever has it. */
const anyones = new Set(
  (
    'first second third last other full given family main alternative of the and na ya wa la za cha ' +
    'kwanza pili tatu kamili nyingine'
  ).split(' '),
);

/** True where the headings of a name and of a number say that they belong to one person, such as "Parent". */
export function areOfOne(name: string, phone: string): boolean {
  const [names, phones] = [name, phone].map((heading) =>
    wordsOf(heading).map((word) => word.replace(/s$/, '')),
  ) as [string[], string[]];
  const tells = (word: string) => /\p{L}/u.test(word) && !anyones.has(word) && !nameWords.has(word);
  if (names.some((word) => tells(word) && phones.includes(word))) return true;
  const isOf = (words: string[], row: string[]) =>
    words.some((word) => row.some((person) => word.includes(person)));
  return people.some((row) => isOf(names, row) && isOf(phones, row));
}
