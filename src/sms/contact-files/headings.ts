import { type HeadingKind, othersThanPerson, setOf, wordsOf } from './heading-words.ts';
import { kindOfName } from './name-headings.ts';

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
  'number numbers no nos namba nambari nambayasimu contactno contactnos contactnumber contactnumbers to sim'.split(
    ' ',
  ),
);
/** Of a number too, or of who has it. */
const wholeContact = setOf(
  'contact contacts contactdetails contactperson mawasiliano recipient recipients destination receiver',
);
const otherParts = /nextofkin|emergency|guarantor|referee|mdhamini|dharura/;

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
  const name = kindOfName(words);
  if (name) return name;
  if (words.some((word) => otherThanNumber.has(word))) return undefined;
  const kind = kindOfPhone(words, whole);
  const isOthers = words.some((word) => othersThanPerson.has(word)) || otherParts.test(whole);
  return kind && isOthers ? 'otherPhone' : kind;
}

function kindOfPhone(words: string[], whole: string): HeadingKind | undefined {
  if (words.some((word) => mobileWords.has(word)) || mobileParts.test(whole)) return 'mobile';
  if (words.some((word) => phoneWords.has(word)) || phoneParts.test(whole)) return 'phone';
  const said = whole.replaceAll(/\d+/g, '');
  // "Parent contact".
  if (words.at(-1) === 'contact' || wholeContact.has(said)) return 'contact';
  return wholePhone.has(said) ? 'phone' : undefined;
}
