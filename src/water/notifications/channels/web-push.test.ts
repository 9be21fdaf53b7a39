import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { wrongFields } from '../../../../test/helpers/http/answers.ts';
import { startPushedBrowser } from '../../../../test/helpers/http/pushed-browser.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { useNotificationDesk } from '../../../../test/helpers/water/notification-desk.ts';

describeOnBothEngines('web push', (engine) => {
  const { server, call, settled, newOwner } = useNotificationDesk(engine);

  it('pushes to a browser, encrypted, until its push service says that it has left', async () => {
    const { token, push, device } = await newOwner();
    const browser = await startPushedBrowser();
    const { endpoint, keys } = browser;
    await call(token, 'save', { channels: { email: [] } });
    assert.deepEqual(
      wrongFields(
        await call(token, 'subscribe', {
          endpoint,
          keys: { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAA' + 'AAAA' },
        }),
      ),
      ['keys.auth'],
    );
    const subscribed = await call(token, 'subscribe', { endpoint, keys });
    assert.equal(subscribed.status, 201, subscribed.text);
    await push(5);
    server.clock.advance(61_000);
    await settled(token, ([row]) => row?.status === 'sent');
    const { headers, payload } = await browser.nextPush();
    assert.match(String(headers['topic']), /^ntf_/);
    assert.match(String(headers['authorization']), /^vapid t=/);
    assert.equal(payload.url, `/tanks/${device.id}`);
    assert.match(payload.body, /water is low/);
    browser.leave();
    assert.equal((await call(token, 'test', { channel: 'web-push' })).status, 201);
    await settled(token, ([row]) => row?.status === 'failed');
    const { web_push } = (await call(token, 'settings')).body as {
      web_push: { subscriptions: unknown[] };
    };
    assert.deepEqual(web_push.subscriptions, []);
    assert.deepEqual((await call(token, 'unsubscribe', { endpoint })).body, { removed: false });
    await browser.close();
  });

  it('pushes to a browser what happens to its owner’s account, urgent, in their language', async () => {
    const { token, user, password } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    const browser = await startPushedBrowser();
    const { endpoint, keys } = browser;
    assert.equal((await call(token, 'subscribe', { endpoint, keys })).status, 201);
    const json = { email: user.email, password };
    const headers = { 'user-agent': 'Wget/1.21' };
    await server.request('POST', '/api/auth.php?action=login', { json, headers });
    const { headers: sent, payload } = await browser.nextPush();
    assert.equal(sent['urgency'], 'high');
    assert.equal(payload.title, 'Kuingia kupya kwenye akaunti yako');
    assert.match(payload.body, /Mtu ameingia kwenye akaunti yako ya Kisima.*\n.*omba msimbo/s);
    assert.equal(payload.url, '/account');
    const [row] = await settled(token, ([first]) => first?.status === 'sent');
    assert.deepEqual([row?.channel, row?.reason, row?.incidents], ['web-push', 'account', []]);
    await browser.close();
  });
});
