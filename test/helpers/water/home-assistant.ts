import assert from 'node:assert/strict';
import type { Config } from './home-assistant-rules.ts';

/** What Home Assistant shows of an entity. */
export type Shown = {
  /** `unavailable`, `unknown`, `on`, `off`, or a number. */
  state: string;
  attributes: unknown;
};

type Entity = Config['components'][string];

/**
 * Shows the entities of a tank as Home Assistant would, by its rules for state, availability and attributes.
 * @param payloads the last message of each topic.
 */
export function showEntities(
  config: Config,
  payloads: ReadonlyMap<string, string>,
): Record<string, Shown> {
  const shown = Object.entries(config.components).map(([id, entity]) => {
    const read = (topic: unknown, template: unknown) => {
      const payload = payloads.get(String(topic));
      return payload === undefined ? undefined : renderTemplate(String(template), payload);
    };
    const attributes = read(entity['json_attributes_topic'], entity['json_attributes_template']);
    return [
      id,
      {
        state: stateOf(entity, read),
        attributes: attributes === undefined ? undefined : JSON.parse(attributes),
      },
    ];
  });
  return Object.fromEntries(shown);
}

type Read = (topic: unknown, template: unknown) => string | undefined;

function stateOf(entity: Entity, read: Read): string {
  if (entity['availability_topic'] !== undefined) {
    const told = read(entity['availability_topic'], entity['availability_template']);
    if (told !== 'online') return 'unavailable';
  }
  const value = read(entity['state_topic'], entity['value_template']);
  if (value === undefined || value === 'None') return 'unknown';
  if (entity.platform === 'sensor') {
    assert.notEqual(value, '', 'an empty state is ignored');
    assert.ok(Number.isFinite(Number(value)), `a sensor with a unit takes numbers, not ${value}`);
    return value;
  }
  const [on, off] =
    entity.platform === 'switch'
      ? [entity['state_on'], entity['state_off']]
      : [entity['payload_on'] ?? 'ON', entity['payload_off'] ?? 'OFF'];
  assert.ok([on, off].includes(value), `neither on nor off: ${value}`);
  return value === on ? 'on' : 'off';
}

/** A path of what was read, and what is done with it: `| tojson`, a comparison or a test. */
const known =
  /^value_json((?:\.\w+|\[\d+\])*)(?: (\| tojson|\| count > 0|is not none|== '\w+'|in \['\w+', '\w+'\]))?$/;

/**
 * Renders a template as Jinja does. A path that leads nowhere fails, as it would be logged there; so does a
 * template that this stand-in does not know.
 */
export function renderTemplate(template: string, payload: string): string {
  const [, expression = ''] = /^\{\{ (.*) \}\}$/.exec(template) ?? [];
  const read: unknown = JSON.parse(payload);
  let value: unknown;
  // What comes after `and` is looked at where all before it is true.
  for (const part of expression.split(' and ')) {
    value = evaluate(part, read);
    if (value === false) break;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

function evaluate(expression: string, read: unknown): unknown {
  const [, path = '', operation = ''] = known.exec(expression) ?? [];
  assert.notEqual(path, '', `another template than the stand-in knows: ${expression}`);
  let value = read;
  for (const [, name, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown>)[name ?? index ?? ''];
    assert.notEqual(value, undefined, `${expression} leads nowhere in ${JSON.stringify(read)}`);
  }
  const words = Array.from(operation.matchAll(/'(\w+)'/g), ([, word]) => word);
  switch (operation.split(' ', 2).join(' ')) {
    case '':
      return value;
    case '| tojson':
      return JSON.stringify(value);
    case '| count':
      return (value as unknown[]).length > 0;
    case 'is not':
      return value !== null;
    default:
      return words.includes(value as string);
  }
}
