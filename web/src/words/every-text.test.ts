import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { language as Language } from './language.ts';
import type { Values } from './words.ts';

const web = fileURLToPath(new URL('../', import.meta.url));

type Say = Record<string, (values?: Values) => string>;
type Room = { file: string; say: Say };

const international =
  /^(<value> (dBm|cm)|SMS|Kisima|curl|Arduino|QR|API|CSV|JSON|MAC|GPS|URL|ESP32|SIM800|Webhook|LoRaWAN|ChirpStack 4|The Things Stack 3)?$/;

describe('the texts of the dashboard', () => {
  const rooms: Room[] = [];
  let language: typeof Language;
  let sources: Map<string, string>;

  before(async () => {
    // The language is also set on the document, which tests lack.
    Object.assign(globalThis, { document: { documentElement: {} } });
    ({ language } = await import('./language.ts'));
    for await (const file of glob('**/words.ts', { cwd: web })) {
      if (file === 'words/words.ts') continue;
      const { say } = (await import(join(web, file))) as { say: Say };
      rooms.push({ file, say });
    }
    sources = await readSources();
  });

  it('are there in English and in Swahili, with the same values in both', () => {
    assert.ok(rooms.length > 3);
    for (const { file, say } of rooms) {
      for (const [name, text] of Object.entries(say)) {
        const [english, swahili] = (['en', 'sw'] as const).map((each) => {
          language.value = each;
          return read(text);
        });
        assert.ok(english && swahili);
        assert.ok(english.text.trim() && swahili.text.trim(), `${file}: ${name} is empty`);
        assert.deepEqual(english.values, swahili.values, `${file}: ${name}`);
      }
    }
  });

  it('are each used by a screen that takes them from there', () => {
    const unused = rooms.flatMap(({ file, say }) => {
      const users = [...sources].filter(([path, source]) => imports(path, source, file));
      // Texts chosen by a key, such as those of a column, are named in the folder's lists.
      const isChosen = users.some(([, source]) => /\bsay\w*\[/.test(source));
      const named = [...sources].filter(([path]) => isChosen && dirname(path) === dirname(file));
      const texts = [...users, ...named].map(([, source]) => source).join('\n');
      return Object.keys(say)
        .filter((name) => !new RegExp(`\\bsay\\w*\\.${name}\\b|['"]${name}['"]`).test(texts))
        .map((name) => `${file}: ${name}`);
    });
    assert.deepEqual(unused, []);
  });

  it('are translated, but for names', () => {
    const same = rooms.flatMap(({ file, say }) =>
      Object.entries(say)
        .filter(([, text]) => {
          language.value = 'en';
          const english = read(text).text;
          language.value = 'sw';
          return english === read(text).text && /[a-z]{4}/i.test(english);
        })
        .map(([name, text]) => `${file}: ${name} (${read(text).text})`),
    );
    assert.deepEqual(
      same.filter((line) => !international.test(/\((.*)\)$/.exec(line)?.[1] ?? '')),
      [],
    );
  });

  /** Reads a text with every value replaced by its name, and those names. */
  function read(text: (values?: Values) => string): { text: string; values: string[] } {
    const asked = new Set<string>();
    const values = new Proxy<Values>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name));
          return name === 'count' ? 2 : `<${String(name)}>`;
        },
      },
    );
    const written = text(values);
    asked.delete('count');
    return { text: written, values: [...asked].sort() };
  }

  function imports(path: string, source: string, file: string): boolean {
    const from = relative(dirname(path), file);
    const specifier = from.startsWith('.') ? from : `./${from}`;
    return source.includes(`'${specifier}'`);
  }

  async function readSources(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const file of glob('**/*.{ts,tsx}', { cwd: web })) {
      if (!/(^|\/)words\.ts$/.test(file)) found.set(file, await readFile(join(web, file), 'utf8'));
    }
    return found;
  }
});
