const placeholder = /([^\S\n]?)\{name\}/g;

export function isPersonal(text: string): boolean {
  return text.includes('{name}');
}

/**
 * Puts a contact's name in the place of each `{name}`. Where it has none, the blank before goes too:
 * `Hello {name}, …` becomes `Hello, …`.
 */
export function personalise(text: string, name: string | null): string {
  if (name === null) return text.replace(placeholder, '');
  // A function, since a name may hold what `replace` would read as a pattern.
  return text.replace(placeholder, (_match, blank: string) => blank + name);
}
