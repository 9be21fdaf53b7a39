import { callPage, type Page } from '../../api/call.ts';
import type { OptOut } from '../../api/operations.ts';
import { cursorBefore, storedBeginning } from '../phone-search.ts';

/** Opted-out numbers, or those that begin as was typed: the list is in their order, so these follow one another. */
export async function searchOptOuts(typed: string, signal: AbortSignal): Promise<Page<OptOut[]>> {
  const beginning = storedBeginning(typed);
  if (beginning === undefined) return { items: [], next: undefined };
  const query = { after: cursorBefore(beginning) };
  const { items, next } = await callPage('GET /v1/account/opt-outs', { query, signal });
  const meant = items.filter(({ phone }) => phone.startsWith(beginning));
  return { items: meant, next: meant.length === items.length ? next : undefined };
}
