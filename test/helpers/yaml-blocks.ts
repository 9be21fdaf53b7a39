import { parse, type ScalarTag } from 'yaml';

/** YAML of Home Assistant and ESPHome: `!secret` names a value of another file, `!lambda` holds C++. */
export function parseTagged(text: string, secrets: Readonly<Record<string, string>>): unknown {
  const secret: ScalarTag = {
    tag: '!secret',
    resolve: (name, fail) => secrets[name] ?? fail(`there is no secret ${name}`),
  };
  const lambda: ScalarTag = { tag: '!lambda', resolve: (code) => ({ lambda: code }) };
  return parse(text, { customTags: [secret, lambda] });
}

/** The fenced blocks of YAML of a page, in their order. */
export function yamlBlocks(page: string): string[] {
  return Array.from(page.matchAll(/^```yaml\n(.*?)^```$/gms), ([, block = '']) => block);
}
