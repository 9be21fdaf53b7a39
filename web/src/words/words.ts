import { language, locale } from './language.ts';

/** A text, or its forms by number; `{name}` stands for a value, and `{count}` chooses the form. */
export type Text = string | { one: string; other: string };

export type InBoth = readonly [en: Text, sw: Text];

export type Values = Record<string, string | number>;

/** Texts of a folder as functions: `say.greeting({ name })` in the current language. */
export type Say<T extends Record<string, InBoth>> = { [K in keyof T]: (values?: Values) => string };

/**
 * Declares the texts of a folder, each in both languages, so that none can be forgotten. A
 * component that reads one is redrawn when the language changes.
 */
export function words<const T extends Record<string, InBoth>>(texts: T): Say<T> {
  const entries = Object.entries(texts).map(([name, both]) => [
    name,
    (values: Values = {}) => fill(both[language.value === 'en' ? 0 : 1], values),
  ]);
  return Object.fromEntries(entries);
}

function fill(text: Text, values: Values): string {
  const form = typeof text === 'string' ? text : text[formOf(Number(values['count']))];
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString(locale()) : value;
  });
}

function formOf(count: number): 'one' | 'other' {
  return new Intl.PluralRules(locale()).select(count) === 'one' ? 'one' : 'other';
}
