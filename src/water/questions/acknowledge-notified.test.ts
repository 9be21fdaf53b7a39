import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import type { DeviceAnswer } from '../../../test/helpers/water/devices.ts';
import { makeOutage } from '../../../test/helpers/water/outages.ts';
import { type Person, useQuestionDesk } from '../../../test/helpers/water/question-desk.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { leaveOutages } from '../incidents/outages/outage-queries.ts';
import { insertIncidents } from '../incidents/queries.ts';
import { addRecipients } from '../notifications/routing/queries.ts';

describeOnBothEngines('OK by SMS', (engine) => {
  const desk = useQuestionDesk(engine);
  const { newPerson, ask, newTank, share } = desk;

  type Key = { device_id: number; id: number };
  /** Makes a person one who has been told of some incidents. */
  const tell = async ({ id: user_id }: Person, keys: readonly Key[], at: number) => {
    const told = {
      messages: 1,
      told_severity: 'warning',
      told_raised_at: at,
      told_resolved: 0 as const,
    };
    const rest = { not_before: 0, is_held: 0 as const, decide_at: null, created_at: at };
    const rows = keys.map(({ device_id, id: incident_id }) => ({
      device_id,
      incident_id,
      user_id,
      ...told,
      ...rest,
    }));
    await desk.server.db.transaction((trx) => addRecipients(trx, rows));
  };
  /** Makes alerts of a low level, each a minute after the one before. */
  const makeAlerts = async (
    { id }: DeviceAnswer,
    count: number,
    isOver: (at: number) => boolean,
  ) => {
    const begun = desk.server.clock.now - count * 60_000;
    const rows = Array.from({ length: count }, (_, at) => {
      const now = begun + at * 60_000;
      const of = { deviceId: Number(id), sensorName: null, severity: 'warning' as const, now };
      const low = toIncident({ kind: 'low', facts: { level: 3, threshold: 20 } }, of);
      return { ...low, resolved_at: isOver(at) ? now + 1 : null };
    });
    return await desk.server.db.transaction((trx) => insertIncidents(trx, rows));
  };
  /** Makes an outage of some devices, which are back from those before. */
  const makeSilence = async (devices: readonly DeviceAnswer[]) => {
    const deviceIds = devices.map(({ id }) => Number(id));
    const since = desk.server.clock.now - 900_000;
    await leaveOutages(desk.server.db.write, deviceIds, since);
    const id = await makeOutage(desk.server, { deviceIds, since });
    return { device_id: deviceIds[0] ?? 0, id };
  };
  const nothing = 'Kisima: no alert waits for you.';

  it('acknowledges an alert behind many newer ones that are over or of other tanks', async () => {
    const asha = await newPerson();
    const roof = await newTank(asha, 'Roof', 22);
    const farm = await newTank(asha, 'Farm', 22);
    const { now } = desk.server.clock;
    const alerts = await makeAlerts(roof, 120, (at) => at > 0);
    for (const [at, alert] of alerts.entries()) await tell(asha, [alert], now + at);
    const open = await makeAlerts(farm, 60, () => false);
    for (const [at, alert] of open.entries()) await tell(asha, [alert], now + 500 + at);
    assert.equal(await ask(asha, 'OK roof'), 'Kisima: 1 alert acknowledged: Roof.');
    assert.equal(await ask(asha, 'OK'), 'Kisima: 50 alerts acknowledged: Farm.');
    assert.equal(await ask(asha, 'OK'), 'Kisima: 10 alerts acknowledged: Farm.');
    assert.equal(await ask(asha, 'OK'), nothing);
  });

  it('acknowledges an outage by the name of any of its tanks', async () => {
    const asha = await newPerson();
    const tanks: DeviceAnswer[] = [];
    for (const name of ['Roof', 'Barn', 'School']) tanks.push(await newTank(asha, name, 40));
    await newTank(asha, 'Other', 40);
    await tell(asha, [await makeSilence(tanks)], desk.server.clock.now);
    assert.equal(await ask(asha, 'OK other'), nothing);
    assert.equal(await ask(asha, 'OK barn'), 'Kisima: 1 alert acknowledged: Barn.');
    assert.equal(await ask(asha, 'OK'), nothing);
    await tell(asha, [await makeSilence(tanks)], desk.server.clock.now);
    assert.equal(await ask(asha, 'OK'), 'Kisima: 1 alert acknowledged: Roof.');
  });

  it('acknowledges an outage for whoever may operate one of its tanks, whichever it stands at', async () => {
    const asha = await newPerson();
    const juma = await newPerson();
    const roof = await newTank(asha, 'Roof', 40);
    const barn = await newTank(asha, 'Barn', 40);
    const farm = await newTank(asha, 'Farm', 40);
    await share(asha, juma, roof, 'viewer');
    await share(asha, juma, barn, 'operator');
    await share(asha, juma, farm, 'viewer');
    await tell(juma, [await makeSilence([roof, barn, farm])], desk.server.clock.now);
    assert.equal(await ask(juma, 'OK roof'), 'Kisima: 1 alert acknowledged: Roof.');
    await tell(juma, [await makeSilence([roof, farm])], desk.server.clock.now);
    assert.equal(await ask(juma, 'OK'), nothing);
  });
});
