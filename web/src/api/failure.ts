/** A wrong field of a request, as the API names it. */
export type WrongField = { field: string; message: string };

/**
 * What the API answered in place of a success. `code` is a word for programs; `failureSentence` says
 * it to people.
 */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  /** The API's own sentence for people, in English; a proxy's answer may have none. */
  readonly sentence: string | undefined;
  readonly fields: WrongField[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, answer: unknown) {
    const { error, code, errors, retry_after } = readAnswer(answer);
    super(error ?? `The server answered ${status}.`);
    this.name = 'Failure';
    this.status = status;
    this.sentence = error;
    this.code = code ?? 'unknown';
    this.fields = errors ?? [];
    this.retryAfter = retry_after;
  }

  /** The API's words for one field, which `faultSentence` says in the reader's language, or nothing where that field was right. */
  of(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.message;
  }
}

/** No answer came at all: the phone is offline, or the server is away. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

/** What a screen itself refuses, in the words of its reader. */
export class Told extends Error {}

type FailureAnswer = {
  error?: string;
  code?: string;
  errors?: WrongField[];
  retry_after?: number;
};

function readAnswer(answer: unknown): FailureAnswer {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
