type Reply<R> = { type: (type: string) => R; header: (name: string, value: string) => R };

/** Makes an answer a file that a browser saves. @param name with its ending; of a CSV file by default. */
export function asAttachment<R extends Reply<R>>(
  reply: R,
  name: string,
  type = 'text/csv; charset=utf-8',
): R {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}
