import type { TSchema } from 'typebox';

/** As much of a schema as says how many values there may be. */
type Node = {
  anyOf?: Node[];
  items?: Node;
  maxItems?: number;
  properties?: Record<string, Node>;
  content?: Record<string, { schema: Node }>;
};

/** Fields that an operation does not know have room too: they are ignored, or told by name. */
const leastRoom = 1000;

const counted = new WeakMap<object, number>();

/**
 * Most values, of lists and objects at any depth, that the JSON of a body needs: twice what its schema
 * names, so that a list that is somewhat too long is still told by its own name.
 */
export function mostValuesOf(schema: TSchema | undefined): number {
  if (schema === undefined) return leastRoom;
  const known = counted.get(schema);
  if (known !== undefined) return known;
  const most = Math.max(2 * valuesOf(schema as Node), leastRoom);
  counted.set(schema, most);
  return most;
}

function valuesOf({
  anyOf = [],
  items,
  maxItems = 0,
  properties = {},
  content = {},
}: Node): number {
  const fields = Object.values(properties).reduce((sum, field) => sum + valuesOf(field), 0);
  const list = items ? maxItems * valuesOf(items) : 0;
  const forms = Object.values(content).map(({ schema }) => schema);
  return 1 + fields + list + Math.max(0, ...[...anyOf, ...forms].map(valuesOf));
}
