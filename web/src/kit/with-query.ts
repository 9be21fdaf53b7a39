/** The address with this query, if there is any. `URLSearchParams` has no `size` in Safari before 17. */
export function withQuery(address: string, query: URLSearchParams): string {
  const text = query.toString();
  if (text === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${text}`;
}
