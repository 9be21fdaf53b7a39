export type WrongField = { field: string; message: string };

/** An error answer of the API. `code` is for programs; `failureSentence` words it for people. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  /** The API's own sentence in English; a proxy's answer may have none. */
  readonly sentence: string | undefined;
  readonly fields: WrongField[];
  /** Seconds after which a retry makes sense. */
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

  /** The API's text for one field, for `faultSentence`; undefined if the field was right. */
  of(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.message;
  }
}

/** No answer came: the phone is offline, or the server is away. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

/** A refusal by a screen itself, worded in the reader's language. */
export class Refusal extends Error {}

type FailureAnswer = {
  error?: string;
  code?: string;
  errors?: WrongField[];
  retry_after?: number;
};

function readAnswer(answer: unknown): FailureAnswer {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
