/** What a wait ends with when its time is up. */
export class DeadlineError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/** Waits for `work`, but no longer than `milliseconds`; the work itself is not stopped. */
export async function withDeadline<T>(
  what: string,
  milliseconds: number,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what, milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
