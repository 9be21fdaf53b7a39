import { isPassing, isWrongCredentials } from './bind-refusals.ts';
import { Link, type LinkDeps } from './link.ts';
import type { Answer } from './pending-requests.ts';

type TrunkDeps = Omit<LinkDeps, 'kind' | 'onRefused'>;

/** An SMSC that is only starting is asked so often for a transceiver before it is asked for a transmitter. */
const passingRefusals = 5;
/** Time for answers to what is on the way where a transmitter makes room for a transceiver. */
const graceMs = 4000;

/**
 * What one of `SMPP_SESSIONS` stands for: a transceiver, or a transmitter and a receiver. Where either will do,
 * a transceiver is asked for first, and the pair where that is refused; the pair stays over reconnections.
 * Where the transmitter is refused as well, they take turns, as neither is known to be right.
 */
export class Trunk {
  /** The link that submits: the transceiver's, or the transmitter's. */
  readonly sender: Link;
  readonly #deps: TrunkDeps;
  readonly #receiver: Link;
  #kind: 'transceiver' | 'transmitter';
  #isReceiving = false;
  /** Set once it is known that it has to be the pair. */
  #isPairForGood: boolean;
  #passingRefusals = 0;

  constructor(deps: TrunkDeps) {
    const { bind } = deps.options;
    this.#deps = deps;
    this.#kind = bind === 'transmitter-receiver' ? 'transmitter' : 'transceiver';
    this.#isPairForGood = this.#kind === 'transmitter';
    this.sender = new Link({
      ...deps,
      kind: () => this.#kind,
      onRefused: (answer) => this.#onSenderRefused(answer),
      onChange: () => this.#onSenderChange(),
    });
    this.#receiver = new Link({
      ...deps,
      kind: () => 'receiver',
      onRefused: (answer) => this.#onReceiverRefused(answer),
      onChange: () => this.#onReceiverChange(),
    });
  }

  /** Its connections, each with the reason why it is not bound; undefined while it is. */
  get troubles(): (string | undefined)[] {
    const { trouble } = this.sender;
    if (this.#kind === 'transceiver') return [trouble];
    return [nameTrouble('transmitter', trouble), nameTrouble('receiver', this.#receiver.trouble)];
  }

  start(): void {
    this.sender.start();
    if (this.#isPairForGood) this.#startReceiver();
  }

  /** Finishes what is in flight, within `graceMs`, and unbinds. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.sender.stop(graceMs), this.#receiver.stop(graceMs)]);
  }

  #startReceiver(): void {
    if (this.#isReceiving) return;
    this.#isReceiving = true;
    this.#receiver.start();
  }

  #onSenderChange(): void {
    if (this.sender.trouble === undefined) {
      this.#passingRefusals = 0;
      if (this.#kind === 'transmitter') this.#startReceiver();
      else this.#isPairForGood = false;
    }
    this.#deps.onChange();
  }

  #onReceiverChange(): void {
    if (this.#receiver.trouble === undefined) this.#isPairForGood = true;
    this.#deps.onChange();
  }

  #onSenderRefused(answer: Answer): boolean {
    const { options, log } = this.#deps;
    if (options.bind !== 'auto' || isWrongCredentials(answer)) return false;
    if (this.#kind === 'transmitter') {
      if (this.#receiver.trouble !== undefined) this.#askForTransceiver();
      return false;
    }
    if (isPassing(answer)) {
      this.#passingRefusals += 1;
      if (this.#passingRefusals % passingRefusals !== 0) return false;
    }
    this.#kind = 'transmitter';
    log.info('no transceiver is bound; a transmitter and a receiver are tried');
    return true;
  }

  /**
   * A transceiver may have been refused for a while only, by an SMSC that has room for one session of ours: then a
   * transmitter alone would keep the room, and no receipt would ever come. So it is asked for once more.
   */
  #onReceiverRefused(answer: Answer): boolean {
    const { options } = this.#deps;
    const isRefused = answer.command !== 'none' && !isWrongCredentials(answer);
    if (options.bind !== 'auto' || this.#isPairForGood || !isRefused) return false;
    this.#isPairForGood = true;
    this.#askForTransceiver();
    void this.sender.rebind(graceMs);
    return false;
  }

  #askForTransceiver(): void {
    this.#kind = 'transceiver';
    this.#isReceiving = false;
    void this.#receiver.stop(0);
  }
}

const nameTrouble = (name: string, trouble: string | undefined) =>
  trouble === undefined ? undefined : `${name}: ${trouble}`;
