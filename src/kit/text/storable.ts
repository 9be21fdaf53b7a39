/**
 * Text as both engines store it and give it back, of at most `longest` characters: PostgreSQL takes no
 * NUL, and halves of characters would come back as something else. For what nobody can be asked to
 * send better: a provider repeats what is refused.
 */
export function storable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}
