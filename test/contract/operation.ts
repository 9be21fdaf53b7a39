/** Statements of the document about one field of a request. */
export type Parameter = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  required?: true;
  /** Fields that make a required one optional. */
  unless?: readonly string[];
  words?: readonly string[];
  format?: 'email';
  minLength?: number;
  min?: number;
  max?: number;
  fallback?: string | number;
  /**
   * The request counts without the field where that means nothing, or only where it is empty, and the answer
   * names it in `ignored`; where it is `unsaid`, an empty one counts as one that is not there.
   */
  forgiven?: 'always' | 'empty' | 'unsaid';
  /** Limits that the document leaves open and docs/api settles. */
  settled?: { min: number; max: number };
};

/** A field that the document does not have: always optional, and there for a reason. */
export type Addition = Parameter & { required?: never; why: string };

type Parameters = Record<string, Parameter>;

/** One row of a table of section 4. Its fields go into one place, of three. */
export type Operation = {
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  auth: 'bearer' | 'none';
  query?: Parameters;
  json?: Parameters;
  form?: Parameters;
  additions?: Record<string, Addition>;
  /** Values of its `json` count as those of a form: boards write numbers as texts, and serials as numbers. */
  readsTexts?: true;
  /** The success statuses that the document lists. */
  success: number[];
  /** Success statuses of ours, with the reason. */
  furtherSuccess?: Record<number, string>;
  /** The failure statuses that the document lists, but for a missing token's 401. */
  failures?: number[];
  /** Names that the answer's members must have: of each item, where it is a list. */
  answers: string[];
  /** About a record that somebody owns, so that it is 404 to everybody else. */
  owned?: true;
  /**
   * The least role that does it, where it is about a device: 403 to lower ones. `sharing-matrix.test.ts`
   * asks for it.
   */
  needs?: 'viewer' | 'operator' | 'manager' | 'owner';
};

/** True if a route is of a script path, as all of the document's are. */
export function isOnScript(route: string): boolean {
  return /\.php\b/.test(route);
}

export function methodOf({ route }: Operation): string {
  return route.slice(0, route.indexOf(' '));
}

/** Path and action, as OpenAPI's paths have them. */
export function pathOf({ route }: Operation): string {
  return route.slice(route.indexOf(' ') + 1);
}

/** The path without its action, and the action. */
export function scriptOf(operation: Operation): [string, string | undefined] {
  const [script = '', action] = pathOf(operation).split('?action=');
  return [script, action];
}

export function placeOf({ json, form }: Operation): 'query' | 'json' | 'form' {
  return json ? 'json' : form ? 'form' : 'query';
}

/** Every field of an operation, the document's and ours. */
export function fieldsOf({ query, json, form, additions }: Operation): [string, Parameter][] {
  return Object.entries({ ...query, ...json, ...form, ...additions });
}

export function successesOf({ success, furtherSuccess = {} }: Operation): number[] {
  return [...success, ...Object.keys(furtherSuccess).map(Number)].sort();
}

/** Limits of a number, from either source. */
export function limitsOf({ min, max, settled }: Parameter): { min?: number; max?: number } {
  return { ...settled, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
