/**
 * Text that both engines store and give back unchanged, of at most `longest` characters: PostgreSQL takes
 * no NUL, and halves of characters would come back as something else. For senders that cannot be asked for
 * better text: a provider repeats what is refused.
 */
export function storable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}
