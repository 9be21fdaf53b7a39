import { connectAsync } from 'mqtt';
import type { OwnedDevice } from '../server/process-client.ts';
import { until } from '../until.ts';
import { SigningDevice } from '../water/signing-client.ts';

/** A message as it was sent, with the marks of its readings: each has one that no other has. */
type Sent = {
  marks: readonly number[];
  said: unknown;
  payload: string;
  /** Its signature, where it is signed. */
  tag: string;
  /** Set where it was refused for its counter, and so has to be signed anew. */
  isSpent?: boolean;
};

/** One time that a board is connected. */
export type Visit = {
  port: number;
  /** Whether new readings are measured. */
  goesOn: () => boolean;
  /** Is told of each message that was acknowledged. */
  taken: () => void;
  /** How likely the board acknowledges a command that it is given. */
  obedience: number;
};

export type Marks = { next: () => number; acknowledged: Set<number> };

const inFlight = 4;
/** Messages of which a command may be sealed for any, while that many cross. */
const mostTags = 64;

/**
 * A board that sends each message until it is acknowledged, over any number of connections, and notes what it is
 * given; with a key it signs, and takes only what is sealed.
 */
export class MqttBoard {
  readonly device: OwnedDevice;
  /** Commands of its owner that it has not acknowledged, so that each connection has to bring them. */
  readonly outstanding = new Set<number>();
  /** What must not have happened. */
  readonly faults: string[] = [];
  readonly #marks: Marks;
  readonly #signer: SigningDevice | undefined;
  readonly #tags: string[] = [];
  /** Signatures of messages that were refused for their counter, and of those that were acknowledged. */
  readonly #spent = new Set<string>();
  readonly #settled = new Set<string>();
  /** Commands that it has ever acknowledged, heard or not. */
  readonly #obeyed = new Set<number>();
  /** Commands whose acknowledgement was acknowledged, with the connection on which that was. */
  readonly #executed = new Map<number, number>();
  #waiting: Sent[] = [];
  #visits = 0;

  constructor(device: OwnedDevice, key: string | undefined, marks: Marks) {
    this.device = device;
    this.#marks = marks;
    this.#signer = key === undefined ? undefined : new SigningDevice(key);
  }

  /** Messages that nobody has acknowledged yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get executed(): readonly number[] {
    return [...this.#executed.keys()];
  }

  /** Its owner has been told that a command is on its way. */
  order(id: number): void {
    if (!this.#obeyed.has(id)) this.outstanding.add(id);
  }

  #topic(branch: string): string {
    return `kisima/${this.device.mac}/${branch}`;
  }

  #wrap(branch: string, said: unknown): string {
    if (!this.#signer) return typeof said === 'string' ? said : JSON.stringify(said);
    const payload = this.#signer.sign(this.#topic(branch), said);
    this.#tags.unshift(this.#signer.last);
    this.#tags.splice(mostTags);
    return payload;
  }

  /** @returns what came, and the signature of the message that it answers. */
  #open(topic: string, came: string): { said: Record<string, unknown>; tag: string } | undefined {
    const signer = this.#signer;
    if (!signer) return { said: JSON.parse(came), tag: '' };
    for (const tag of this.#tags) {
      const said = signer.open(topic, came, tag);
      if (said) return { said, tag };
    }
    return undefined;
  }

  #measure(): Sent {
    const size = Math.random() < 0.3 ? 2 + Math.floor(4 * Math.random()) : 1;
    const marks = Array.from({ length: size }, this.#marks.next);
    const readings = marks.map((mark) => ({
      water_level_percent: mark % 100,
      water_level_cm: mark,
      recorded_at: new Date(Date.now() - 3_600_000 + mark * 7).toISOString(),
    }));
    const said = size === 1 ? readings[0] : readings;
    const payload = this.#wrap('readings', said);
    return { marks, said, payload, tag: this.#signer?.last ?? '' };
  }

  /** Half of what was not acknowledged is sent just so, the other half signed anew. */
  #again(sent: Sent): Sent {
    if (!sent.isSpent && Math.random() < 0.5) return sent;
    const payload = this.#wrap('readings', sent.said);
    return { ...sent, payload, tag: this.#signer?.last ?? '', isSpent: false };
  }

  /** Connects, gets what waits, sends what was not acknowledged, then what is new; until that ends, or the server. */
  async visit({ port, goesOn, taken, obedience }: Visit): Promise<void> {
    this.#visits += 1;
    const visit = this.#visits;
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: this.device.mac,
      ...(this.#signer && { password: 'signed' }),
      protocolVersion: Math.random() < 0.5 ? 4 : 5,
      reconnectPeriod: 0,
    });
    let isGone = false;
    /** Set once it hangs up itself, maybe amid a command that came at the last moment. */
    let isLeaving = false;
    const gone = new Promise<false>((resolve) => {
      client.once('close', () => {
        isGone = true;
        resolve(false);
      });
    });
    client.on('error', () => {});
    const publish = async (branch: string, payload: string): Promise<boolean> => {
      const sent = client.publishAsync(this.#topic(branch), payload, { qos: 1 });
      return await Promise.race([sent.then(() => true), gone]).catch((error: Error) => {
        if (!isGone && !isLeaving && client.connected)
          this.faults.push(`${branch}: ${error.message}`);
        return false;
      });
    };

    const given = new Set<number>();
    const obeyed: Promise<void>[] = [];
    const obey = async (id: number): Promise<void> => {
      this.#obeyed.add(id);
      this.outstanding.delete(id);
      if (!(await publish('acks', this.#wrap('acks', { command_id: id })))) return;
      this.#executed.set(id, visit);
    };
    client.on('message', (topic, came) => {
      const opened = this.#open(topic, came.toString());
      if (topic === this.#topic('errors')) {
        if (opened?.said['code'] !== 'counter_used') this.faults.push(`told ${came}`);
        else if (this.#settled.has(opened.tag)) this.faults.push(`told too late: ${came}`);
        else this.#spent.add(opened.tag);
        return;
      }
      const id = Number(opened?.said['command_id']);
      if (Number.isNaN(id)) this.faults.push(`not the server's own: ${came}`);
      if ((this.#executed.get(id) ?? visit) < visit) this.faults.push(`${id} is given again`);
      if (given.has(id)) return;
      given.add(id);
      if (Math.random() < obedience) obeyed.push(obey(id));
    });

    const own = this.#waiting;
    this.#waiting = [];
    const sendOn = async (): Promise<void> => {
      while (!isGone && (own.length > 0 || goesOn())) {
        const before = own.shift();
        const sent = before ? this.#again(before) : this.#measure();
        if (!(await publish('readings', sent.payload))) {
          this.#waiting.push(sent);
          return;
        }
        if (this.#spent.delete(sent.tag)) {
          own.push({ ...sent, isSpent: true });
          continue;
        }
        if (this.#signer) this.#settled.add(sent.tag);
        for (const mark of sent.marks) this.#marks.acknowledged.add(mark);
        taken();
      }
    };
    const subscribed = client.subscribeAsync([this.#topic('commands'), this.#topic('errors')], {
      qos: 1,
    });
    await Promise.race([subscribed, gone]).catch(() => {});
    if (this.#signer) await publish('status', this.#wrap('status', 'online'));
    const before = [...this.outstanding];
    await until(() => isGone || before.every((id) => given.has(id)));
    await Promise.all(Array.from({ length: inFlight }, sendOn));
    await Promise.all(obeyed);
    this.#waiting.push(...own);
    isLeaving = true;
    await client.endAsync(true);
  }
}
