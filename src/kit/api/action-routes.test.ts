import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOfAction, withActionInQuery } from './action-routes.ts';

describe('the path of an action', () => {
  it('is the script with its action in the query', () => {
    const path = pathOfAction('/api/devices.php', 'update-name');
    assert.equal(withActionInQuery(path), '/api/devices.php?action=update-name');
    assert.equal(
      withActionInQuery('/api/sensors.php/latest?device_id=8&x=%20'),
      '/api/sensors.php?action=latest&device_id=8&x=%20',
    );
  });

  it('goes before an action in the query', () => {
    assert.equal(
      withActionInQuery('/api/devices.php/list?action=remove'),
      '/api/devices.php?action=list&action=remove',
    );
  });

  it('leaves other addresses as they are', () => {
    for (const url of [
      '/api/devices.php',
      '/api/devices.php?action=list',
      '/api/devices.php/',
      '/api/devices.php/a/b',
      '/iot_push.php/list',
      '/api/tanks?device_id=/x.php/list',
      '/elsewhere?next=/api/devices.php/list',
    ]) {
      assert.equal(withActionInQuery(url), url);
    }
  });
});
