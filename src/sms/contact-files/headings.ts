/** What a column of a list of contacts holds. */
export type HeadingKind =
  | 'mobile'
  | 'phone'
  | 'fullName'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'shownName'
  | 'nickname'
  | 'company';

/** Letters and digits of a heading as words: `PhoneNumber`, `phone_number` and `Phone Number *` are one. */
function wordsOf(heading: string): string[] {
  return heading
    .normalize('NFKD')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll('m-pesa', 'mpesa')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Of no number that an SMS goes to, or of no number at all. */
const otherThanNumber = new Set(
  (
    'fax pager telex isdn tty tdd callback radio assistant assistants type label kind aina ext extension ' +
    'country code carrier network mtandao operator model provider status hali date tarehe time verified ' +
    'phonetic yomi email mail barua name names owner jina majina id amount balance salio credit price ' +
    'count idadi bill cost charge paid message text notes group ' +
    'libelle bezeichnung etiqueta etichetta'
  ).split(' '),
);

const mobileWords = new Set(
  (
    'mobile mobiles mobil cell cells cellular gsm msisdn simu rununu mkononi whatsapp handset sms mpesa ' +
    'movil movel telemovel celular cellulare portable handy mobiel mobiele جوال الجوال موبايل'
  ).split(' '),
);
const phoneWords = new Set(
  (
    'phone phones telephone telephones tel tels telefon telephoni fone landline ' +
    'telefono telefone rufnummer telefoonnummer taleefan taleefanka هاتف الهاتف'
  ).split(' '),
);
const mobileParts =
  /mobile|mobilnummer|mobiltelefon|cellphone|cellno|cellnum|msisdn|whatsapp|nambayasimu|nambarisimu|nambasimu|simuno|simuya/;
const phoneParts = /phone|^tel(?:no|num|\d)/;

/** Of a number where they are all that the heading says, beside figures. */
const wholePhone = new Set(
  (
    'number numbers no nos namba nambari nambayasimu contact contacts contactno contactnos contactnumber ' +
    'contactnumbers contactdetails mawasiliano recipient recipients to destination receiver sim'
  ).split(' '),
);

const wholeNames: Record<Exclude<HeadingKind, 'mobile' | 'phone'>, string> = {
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
  nickname: 'nickname nicknames jinalautani alias',
  company:
    'company companyname organization organisation organizationname organisationname ' +
    'organization1name business businessname kampuni shirika biashara',
};

const kindsOfNames = new Map(
  Object.entries(wholeNames).flatMap(([kind, headings]) =>
    headings.split(' ').map((heading) => [heading, kind as HeadingKind] as const),
  ),
);

const nameWords = new Set(['name', 'names', 'jina', 'majina']);
/** With "name", of something else than the person. */
const otherNames = new Set(
  (
    'phonetic yomi prefix suffix user file group kikundi bank benki account street mtaa county town ' +
    'village kijiji school shule device kifaa product bidhaa spouse domain host project'
  ).split(' '),
);

function kindOfName(words: string[]): HeadingKind | undefined {
  if (!words.some((word) => nameWords.has(word))) return undefined;
  if (words.some((word) => otherNames.has(word))) return undefined;
  const has = (...some: string[]) => words.some((word) => some.includes(word));
  if (has('first', 'given', 'kwanza')) return 'firstName';
  if (has('middle', 'additional', 'kati', 'pili')) return 'middleName';
  if (has('last', 'family', 'mwisho', 'ukoo')) return 'lastName';
  if (has('short', 'nick')) return 'nickname';
  return has('company', 'organization', 'organisation', 'kampuni') ? 'company' : 'fullName';
}

/** Longest heading; what is longer is a sentence. */
const longestHeading = 60;

/**
 * Reads the heading of a column, in English or Swahili, or as phones and programs of Arabic, Dutch, French,
 * German, Italian, Portuguese, Somali and Spanish write it; undefined for any other text.
 */
export function readHeading(cell: string): HeadingKind | undefined {
  const text = cell.trim();
  if (text === '' || text.length > longestHeading || /\d{5}/.test(text)) return undefined;
  const words = wordsOf(text);
  const whole = words.join('');
  const name = kindsOfNames.get(whole) ?? kindOfName(words);
  if (name) return name;
  if (words.some((word) => otherThanNumber.has(word))) return undefined;
  if (words.some((word) => mobileWords.has(word)) || mobileParts.test(whole)) return 'mobile';
  if (words.some((word) => phoneWords.has(word)) || phoneParts.test(whole)) return 'phone';
  // "Parent contact".
  if (words.at(-1) === 'contact') return 'phone';
  return wholePhone.has(whole.replaceAll(/\d+/g, '')) ? 'phone' : undefined;
}

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
