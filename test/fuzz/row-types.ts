import { Type } from 'typebox';

/** Types of columns, by which the rows of both services are described. */
export const optional = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
export const word = (...words: (string | number)[]) => Type.Enum(words);
export const range = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });

export const id = Type.Integer({ minimum: 1 });
export const count = Type.Integer({ minimum: 0 });
/** As the test clock has them. */
export const instant = Type.Integer({ minimum: 0, maximum: 4e12 });

/** A line as the APIs take it: neither control characters nor half a character. */
export const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$' });

/** A text that may have line breaks. */
export const longText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?:[\\t\\n\\r]|[^\\p{Cc}\\p{Cs}])+$' });
