import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

type Shown = { id: number; device_id: string; severity: string };

describeOnBothEngines('GET /api/alerts', (engine) => {
  const server = useTestServer({ engine });

  const newFleet = async (devices: number) => {
    const { token } = await registerUser(server);
    const ids: string[] = [];
    while (ids.length < devices) ids.push((await registerDevice(server, token)).id);
    return { token, ids };
  };
  const alert = async (token: string, device_id: string | undefined, severity: string) => {
    const json = { device_id, severity, type: 'maintenance', message: 'Clean the filter.' };
    const path = '/api/alerts.php?action=create';
    const { body } = await server.request('POST', path, { token, json });
    return (body as Shown).id;
  };
  const list = async (token: string, query = '') => {
    const { body } = await server.request('GET', `/api/alerts${query}`, { token });
    return (body as Shown[]).map(({ id }) => id);
  };

  it('lists those of all devices, newest first, and nobody else’s', async () => {
    const { token, ids } = await newFleet(2);
    const stranger = await newFleet(1);
    const first = await alert(token, ids[0], 'info');
    const second = await alert(token, ids[1], 'critical');
    await alert(stranger.token, stranger.ids[0], 'info');
    const third = await alert(token, ids[0], 'warning');
    assert.deepEqual(await list(token), [third, second, first]);
    assert.deepEqual(await list(token, `?device_id=${ids[0]}`), [third, first]);
    assert.deepEqual(await list(token, '?severity=critical'), [second]);

    await server.request('PUT', `/api/alerts.php?action=mark-read&id=${second}`, { token });
    assert.deepEqual(await list(token, '?unread=true'), [third, first]);
    assert.deepEqual(await list(token, '?unread=false'), [third, second, first]);
    const other = await server.request('GET', `/api/alerts?device_id=${stranger.ids[0]}`, {
      token,
    });
    assert.deepEqual(failureOf(other), [404, 'not_found']);
  });

  it('leads on from page to page', async () => {
    const { token, ids } = await newFleet(2);
    const all: number[] = [];
    for (const index of [0, 1, 0, 1, 0]) all.unshift(await alert(token, ids[index], 'info'));
    const found: number[] = [];
    let next: string | undefined = '/api/alerts?limit=2';
    while (next) {
      const answer = await server.request('GET', next, { token });
      found.push(...(answer.body as Shown[]).map(({ id }) => id));
      next = nextPage(answer);
    }
    assert.deepEqual(found, all);
  });
});
