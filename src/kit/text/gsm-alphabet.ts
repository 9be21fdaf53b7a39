/**
 * The GSM 7 bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1 and 6.2.1.1),
 * without national language tables.
 */
const defaultAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

const extensionTable: [septet: number, character: string][] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

export const escapeSeptet = 0x1b;

const absent = -1;
/** Marks a septet that needs the escape before it; septets themselves stay below. */
const escaped = 0x80;

/** By UTF-16 unit; `€` is the highest there is. */
const septets = new Int16Array(0x20ad).fill(absent);
for (const [septet, character] of [...defaultAlphabet].entries()) {
  if (septet !== escapeSeptet) septets[character.charCodeAt(0)] = septet;
}
for (const [septet, character] of extensionTable) {
  septets[character.charCodeAt(0)] = septet | escaped;
}

const extensionCharacters = new Map(extensionTable);

/** Septets of a UTF-16 unit: 1, 2 with its escape, 0 where GSM has no such character. */
export function septetsOf(unit: number): 0 | 1 | 2 {
  const septet = septets[unit] ?? absent;
  if (septet === absent) return 0;
  return septet < escaped ? 1 : 2;
}

/**
 * Writes `text[from..until)`, which must be GSM text, one septet an octet.
 * @param size the septets it takes.
 */
export function encodeGsm(text: string, from: number, until: number, size: number): Uint8Array {
  const octets = new Uint8Array(size);
  let at = 0;
  for (let index = from; index < until; index += 1) {
    const septet = septets[text.charCodeAt(index)] ?? absent;
    if (septet >= escaped) octets[at++] = escapeSeptet;
    octets[at++] = septet & 0x7f;
  }
  return octets;
}

/**
 * Reads GSM text, one septet an octet. An escape before a septet that the extension table lacks shows the
 * character of the default alphabet, a second escape a space (TS 23.038, 6.2.1.1); an escape at the very
 * end shows nothing. The eighth bit of an octet is ignored.
 */
export function decodeGsm(octets: Uint8Array): string {
  let text = '';
  for (let index = 0; index < octets.length; index += 1) {
    const septet = (octets[index] ?? 0) & 0x7f;
    if (septet !== escapeSeptet) {
      text += defaultAlphabet[septet];
      continue;
    }
    index += 1;
    if (index === octets.length) break;
    const second = (octets[index] ?? 0) & 0x7f;
    if (second === escapeSeptet) text += ' ';
    else text += extensionCharacters.get(second) ?? defaultAlphabet[second];
  }
  return text;
}
