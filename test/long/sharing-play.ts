import assert from 'node:assert/strict';
import { newEmail } from '../helpers/accounts/accounts.ts';
import type { RestorableServer } from '../helpers/server/restorable-server.ts';
import type { Answer } from '../helpers/server/test-server.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { accept, invite, offer, rankOf, ranks, type Tank, unshare } from './sharing-model.ts';
import { type By, people, type Step, tanks } from './sharing-steps.ts';

type Person = { token: string; email: string };
/** All answers about an invitation, also one that is lost by now. */
type Made = { key: number; tank: number; to: string; id: number; code: string | null };
/** State that a backup brings back. */
type State = { tanks: Tank[]; deviceIds: string[] };

const devices = '/api/devices.php?action=';

/** Does steps through HTTP and in the model, and holds the two against each other. */
export class Play {
  readonly #server: RestorableServer;
  readonly #people: Person[] = [];
  readonly #made: Made[] = [];
  #state: State = { tanks: [], deviceIds: [] };
  #kept: State | undefined;

  constructor(server: RestorableServer) {
    this.#server = server;
  }

  async begin(): Promise<void> {
    for (let number = 0; number < people; number += 1) {
      const json = { email: newEmail(), password: 'correct horse' };
      const answer = await this.#server.request('POST', '/api/auth.php?action=register', { json });
      assert.equal(answer.status, 201, answer.text);
      const { token } = answer.body as { token: string };
      this.#people.push({ token, email: json.email });
    }
    for (let number = 0; number < tanks; number += 1) {
      const answer = await this.#post(number, 'register', { mac_or_serial: randomMac() });
      assert.equal(answer.status, 201, answer.text);
      this.#state.deviceIds.push((answer.body as { id: string }).id);
      this.#state.tanks.push({ owner: number, shares: [] });
    }
  }

  async do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'invite':
        return await this.#invite({ ...step, ...this.#meant(step) });
      case 'change': {
        const { to } = this.#sharedAt(step) ?? {};
        const by = this.#byOf(step.by, step.tank);
        return to === undefined ? undefined : await this.#invite({ ...step, by, to });
      }
      case 'join':
        return await this.#accept(step, true);
      case 'accept':
        return await this.#accept(step, false);
      case 'unshare':
        return await this.#unshare(step.by, this.#pick(step.which));
      case 'leave': {
        const { key, user = 0 } = this.#sharedAt(step) ?? {};
        const made = this.#made.find((each) => each.key === key);
        return await this.#unshare({ person: user, amongManagers: false }, made);
      }
      case 'transfer':
        return await this.#transfer(step);
      case 'backUp':
        await this.#server.backUp();
        this.#kept = structuredClone(this.#state);
        return;
      case 'restore':
        if (!this.#kept) return;
        await this.#server.restore();
        this.#state = structuredClone(this.#kept);
    }
  }

  /**
   * Asserts that the roles of people at tanks, and the invitations that each may accept, are those of the
   * model.
   */
  async check(): Promise<void> {
    for (const [number, { token, email }] of this.#people.entries()) {
      const list = await this.#server.request('GET', `${devices}list`, { token });
      const seen = (list.body as { id: string; role: keyof typeof ranks }[]).map(
        ({ id, role }): [string, number] => [id, ranks[role]],
      );
      const right = this.#state.tanks.map((each, at): [string, number] => [
        this.#state.deviceIds[at] ?? '',
        rankOf(each, number),
      ]);
      const byId = (rows: [string, number][]) => new Map(rows.filter(([, rank]) => rank > 0));
      assert.deepEqual([...byId(seen)].sort(), [...byId(right)].sort(), `person ${number} sees`);
      const invitations = await this.#server.request('GET', `${devices}invitations`, { token });
      const open = this.#state.tanks.flatMap(({ shares, handing }) => [
        ...shares.filter(({ user }) => user === undefined),
        ...(handing ? [handing] : []),
      ]);
      const ids = open.filter(({ to }) => to === email).map(({ key }) => this.#idOf(key));
      const shown = (invitations.body as { id: number }[]).map(({ id }) => id);
      assert.deepEqual(shown.sort(byNumber), ids.sort(byNumber), `person ${number} is invited`);
    }
  }

  async #invite(step: { tank: number; by: number; to: string; role: string }): Promise<void> {
    const { by, to, role } = step;
    const device_id = this.#deviceOf(step.tank);
    const answer = await this.#post(by, 'share', { device_id, to, role });
    const key = this.#made.length;
    const target = this.#tank(step.tank);
    const isNew = !target.shares.some((share) => share.to === to);
    const isDone = invite(target, { key, to, role: role as 'viewer', by });
    assert.equal(answer.status, isDone ? (isNew ? 201 : 200) : this.#refusal(step.tank, by));
    if (isDone && isNew) this.#keep(answer, { key, tank: step.tank, to });
  }

  async #accept(step: { by: By; which: number }, asMeant: boolean): Promise<void> {
    const made = this.#pick(step.which);
    if (!made) return;
    const invited = this.#people.findIndex(({ email }) => email === made.to);
    const by = asMeant && invited >= 0 ? invited : this.#byOf(step.by, made.tank);
    const { id, code } = made;
    const answer = await this.#post(by, 'accept', { id, code });
    const isMeant = made.code !== null || made.to === this.#person(by).email;
    const isDone = isMeant && accept(this.#tank(made.tank), { key: made.key, person: by });
    assert.equal(answer.status, isDone ? 200 : 404, answer.text);
    const { device_id } = answer.body as { device_id?: string };
    if (device_id !== undefined) this.#state.deviceIds[made.tank] = device_id;
  }

  async #unshare(given: By, made: Made | undefined): Promise<void> {
    if (!made) return;
    const by = this.#byOf(given, made.tank);
    const path = `${devices}unshare&id=${made.id}`;
    const { token } = this.#person(by);
    const target = this.#tank(made.tank);
    const isThere = [...target.shares, target.handing].some((each) => each?.key === made.key);
    const refusal = isThere ? this.#refusal(made.tank, by) : 404;
    const { status } = await this.#server.request('DELETE', path, { token });
    assert.equal(status, unshare(target, { key: made.key, by }) ? 200 : refusal);
  }

  async #transfer(step: Extract<Step, { kind: 'transfer' }>): Promise<void> {
    const { keepShares } = step;
    const by = this.#byOf(step.by, step.tank);
    const { email } = this.#person(step.to);
    const answer = await this.#post(by, 'transfer', {
      device_id: this.#deviceOf(step.tank),
      email,
      keep_shares: keepShares,
      keep_history: step.keepHistory,
    });
    const key = this.#made.length;
    const isOwn = step.to === by && this.#tank(step.tank).owner === by;
    // Nobody hands a device over to themselves.
    if (isOwn) return assert.equal(answer.status, 400, answer.text);
    const isDone = offer(this.#tank(step.tank), { key, to: email, by, keepShares });
    assert.equal(answer.status, isDone ? 201 : this.#refusal(step.tank, by));
    if (isDone) this.#keep(answer, { key, tank: step.tank, to: email });
  }

  #meant(step: { tank: number; by: By; to: number | string }): { by: number; to: string } {
    const by = this.#byOf(step.by, step.tank);
    if (step.to === 'phone') return { by, to: '254712345678' };
    return { by, to: this.#person(typeof step.to === 'number' ? step.to : by).email };
  }

  /** Of a tank, one of those who have accepted. */
  #sharedAt(step: { tank: number; which: number }) {
    const accepted = this.#tank(step.tank).shares.filter(({ user }) => user !== undefined);
    return accepted[step.which % Math.max(accepted.length, 1)];
  }

  #byOf({ person, amongManagers }: By, at: number): number {
    const ranked = this.#people.map((_, each) => ({ each, rank: rankOf(this.#tank(at), each) }));
    const able = ranked.filter(({ rank }) => rank >= ranks.manager);
    return amongManagers ? present(able[person % able.length]).each : person;
  }

  #keep({ body }: Answer, made: Pick<Made, 'key' | 'tank' | 'to'>): void {
    const { id, code } = body as { id: number; code: string | null };
    this.#made.push({ ...made, id, code });
  }

  #refusal(at: number, by: number): number {
    return rankOf(this.#tank(at), by) > 0 ? 403 : 404;
  }

  #pick(fromNewest: number): Made | undefined {
    return this.#made.at(-1 - fromNewest);
  }

  #idOf(key: number): number {
    return this.#made.find((made) => made.key === key)?.id ?? Number.NaN;
  }

  #tank(at: number): Tank {
    return present(this.#state.tanks[at]);
  }

  #deviceOf(at: number): string {
    return present(this.#state.deviceIds[at]);
  }

  #person(number: number): Person {
    return present(this.#people[number]);
  }

  async #post(by: number, action: string, json: object): Promise<Answer> {
    const { token } = this.#person(by);
    return await this.#server.request('POST', devices + action, { token, json });
  }
}

const byNumber = (a: number, b: number) => a - b;

function present<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}
