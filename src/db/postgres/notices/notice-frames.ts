type Notice = [channel: string, payload: unknown];

/** PostgreSQL carries less than 8000 bytes in a notice; all of ours are ASCII. */
const mostCharacters = 7500;

/**
 * Writes notices as the texts that carry them. Each has its sender and its number, so that no two are
 * equal: PostgreSQL delivers equal ones of a transaction once only.
 * @param notices as JSON each.
 */
export function writeFrames(sender: string, number: number, notices: string[]): string[] {
  const text = `[${notices.join(',')}]`.replace(/[\u007f-\uffff]/g, escapeCharacter);
  const count = Math.ceil(text.length / mostCharacters);
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * mostCharacters, (index + 1) * mostCharacters);
    return `${sender} ${number} ${index + 1} ${count} ${part}`;
  });
}

const escapeCharacter = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const framePattern = /^(\S+) (\d+) (\d+) (\d+) (.*)$/s;

/** Assembles notices of their parts; the parts of one sending arrive in a row. */
export class NoticeFrames {
  readonly #own: string;
  #parts: string[] = [];
  #of = '';

  constructor(own: string) {
    this.#own = own;
  }

  /** @returns the notices that are complete now, without our own; `broken` where a part is missing. */
  take(frame: string): Notice[] | 'broken' {
    const [, sender = '', number = '', part = '', count = '', text = ''] =
      framePattern.exec(frame) ?? [];
    if (sender === this.#own) return [];
    const of = `${sender} ${number}`;
    if (part === '1') this.clear();
    else if (of !== this.#of) return 'broken';
    this.#of = of;
    this.#parts.push(text);
    if (Number(part) !== this.#parts.length) return 'broken';
    if (part !== count) return [];
    const whole = this.#parts.join('');
    this.clear();
    try {
      return JSON.parse(whole);
    } catch {
      return 'broken';
    }
  }

  clear(): void {
    this.#parts = [];
    this.#of = '';
  }
}
