import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { nextPage } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import {
  type Invitation,
  type Share,
  useSharingDesk,
} from '../../../test/helpers/water/sharing-desk.ts';

describeOnBothEngines('many invitations to one person', (engine) => {
  const { server, newOwner, newPerson, call, invite, accept } = useSharingDesk(engine);

  /** Invites a person to a device very often, as the lines of a file may. */
  const inviteOften = async (count: number) => {
    const { owner, device } = await newOwner();
    const person = await registerUser(server);
    const phone = (await invite(owner, device.id, '0722000111')) as Share & { code: string };
    const { id } = await invite(owner, device.id, person.email);
    const shares = server.db.write.selectFrom('shares').selectAll().where('id', '=', id);
    const { id: _, ...first } = await shares.executeTakeFirstOrThrow();
    const more = Array.from({ length: count - 1 }, () => first);
    await server.db.write.insertInto('shares').values(more).execute();
    return { person, phone };
  };
  const idsOf = ({ body }: { body: unknown }) => (body as Invitation[]).map(({ id }) => id);

  it('are listed by pages, the one of a code first of all', async () => {
    const { person, phone } = await inviteOften(700);
    const list = (more: string) => call(person.token, 'GET', 'invitations', more);
    const all = await list(`&code=${phone.code}`);
    const [first, ...others] = idsOf(all);
    assert.equal(first, phone.id);
    assert.equal(others.length, 500);
    const next = await server.request('GET', nextPage(all) ?? '', { token: person.token });
    const rest = idsOf(next);
    assert.equal(rest.length, 200);
    assert.equal(nextPage(next), undefined);
    assert.deepEqual(
      [...others, ...rest],
      [...new Set([...others, ...rest])].sort((a, b) => a - b),
    );
    assert.equal(idsOf(await list('&limit=3')).length, 3);
    assert.deepEqual(idsOf(await list(`&after=${others[498]}&limit=1`)), [others[499]]);
  });

  it('are each accepted by themselves, also those of a later page', async () => {
    const { person, phone } = await inviteOften(502);
    const all = await call(person.token, 'GET', 'invitations', '&limit=500');
    const rest = await server.request('GET', nextPage(all) ?? '', { token: person.token });
    const last = idsOf(rest).at(-1) ?? 0;
    assert.equal((await accept(await newPerson(), last)).status, 404);
    assert.equal((await accept(person, last)).status, 200);
    const { id, code } = phone;
    assert.equal((await call(person.token, 'POST', 'decline', { id })).status, 404);
    assert.equal((await call(person.token, 'POST', 'decline', { id, code })).status, 200);
  });
});
