import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { SettingError } from '../kit/start-error.ts';

/** Text without a default. */
export const Text = (description: string, options = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...options }));

/** Secret text; `NAME_FILE` may name a file that holds it. */
export const Secret = (description: string, options = {}) =>
  Text(description, { 'x-secret': true, ...options });

/** Text with a default. */
export const TextOr = (fallback: string, description: string, options = {}) =>
  Type.String({ default: fallback, description, ...options });

export const Count = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum, maximum });

/** A count without a default. */
export const OptionalCount = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ description, minimum, maximum }));

/** `x-unit` names the unit where the setting's name does not end with it. */
export const Amount = (
  description: string,
  fallback: number,
  minimum: number,
  maximum: number,
  options: { 'x-unit'?: string } = {},
) => Type.Number({ description, default: fallback, minimum, maximum, ...options });

/** The environment is wrong; `message` is one line for each wrong variable. */
export class ConfigError extends SettingError {}

/** @throws ConfigError where a URL fits its pattern and is none, as one with the port 99999. */
export function requireUrl(name: string, url: string | undefined, wrong: string): void {
  if (url !== undefined && !URL.parse(url)?.hostname) throw new ConfigError(`${name} ${wrong}`);
}

/** A setting that leads to another machine without encryption, and the remedy. */
export type PlainLink = { setting: string; remedy: string };

export type SettingsOf<S extends Record<string, TSchema>> = Static<TObject<S>>;
