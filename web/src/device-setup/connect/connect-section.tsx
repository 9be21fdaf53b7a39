import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { KeyRefusedNotice } from '../../tank-view/key-refused-notice.tsx';
import { known } from '../../tanks/tanks.ts';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { NearOnly } from '../../ui/near-only.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago, dateTime } from '../../words/format.ts';
import { say } from '../words.ts';
import { sayDoor } from './connect-words.ts';
import {
  BatchPanel,
  FormPanel,
  HomePanel,
  isDevEui,
  LorawanPanel,
  MqttPanel,
  SignedPanel,
} from './door-panels.tsx';
import { DoorState } from './door-state.tsx';
import type { FirmwareOf } from './firmware-lines.ts';
import { type Door, type Doors, useDoors } from './use-doors.ts';

const tabNames = ['form', 'batch', 'signed', 'mqtt', 'home', 'lorawan'] as const;
type TabName = (typeof tabNames)[number];

/** The door by which what stands in a tab comes. */
const doorOf: Record<TabName, Door> = {
  form: 'form',
  batch: 'batch',
  signed: 'signed',
  mqtt: 'mqtt',
  home: 'form',
  lorawan: 'lorawan',
};

type Props = {
  deviceId: string;
  macOrSerial: string;
  /** Undefined while it is not shown. */
  apiKey: string | undefined;
  /** Configured sensors, in their order. */
  sensorNames: string[];
};

/** What this very device sends by each door, ready to copy, and whether anything has come by it. */
export function ConnectSection({ deviceId, macOrSerial, apiKey, sensorNames }: Props) {
  const doors = useDoors(deviceId);
  const tank = known.value?.tanks.find(({ device_id }) => device_id === deviceId);
  return (
    <section class="card stack" id="connect">
      <h2>{say.connect()}</h2>
      <p class="faint">{say.connectHint()}</p>
      <NearOnly />
      <ApiDocsLink />
      {tank && <KeyRefusedNotice tank={tank} />}
      <Loaded of={doors}>
        {(found) => (
          <>
            <EarlierKnock macOrSerial={macOrSerial} doors={found} />
            <Ways
              {...{ macOrSerial, apiKey, sensorNames }}
              doors={found}
              isOnlySigned={tank?.key?.only_signed === true}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

type WaysProps = Omit<Props, 'deviceId'> & { doors: Doors; isOnlySigned: boolean };

function Ways({ macOrSerial, apiKey, sensorNames, doors, isOnlySigned }: WaysProps) {
  const now = useNow();
  const [tab, setTab] = useState<TabName>(isDevEui(macOrSerial) ? 'lorawan' : 'form');
  const [chosen, setChosen] = useState<string>();
  // A push without a sensor name goes to the first, so a single one need not be named.
  const isOne = sensorNames.length <= 1;
  const sensorName = isOne
    ? undefined
    : (sensorNames.find((each) => each === chosen) ?? sensorNames[0]);
  const of = { origin: location.origin, macOrSerial, apiKey, sensorName };
  const tabs = tabNames
    .filter((key) => key !== 'mqtt' || doors.mqtt !== null)
    .map((key) => ({ key, name: <TabName doors={doors} name={key} /> }));
  const byApi = doors.lastAt.api;
  return (
    <>
      {byApi !== undefined && <p class="faint">{sayDoor.byApi({ ago: ago(byApi, now) })}</p>}
      {!isOne && (
        <SelectField
          label={say.forSensor()}
          name="sensor"
          value={sensorName ?? ''}
          options={sensorNames.map((each) => [each, each] as const)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Tabs label={sayDoor.doors()} tabs={tabs} chosen={tab} onChoose={setTab}>
        <DoorState doors={doors} door={doorOf[tab]} />
        {isOnlySigned && tab !== 'signed' && tab !== 'mqtt' && (
          <Notice kind="warning">
            <p>{sayDoor.onlySigned()}</p>
          </Notice>
        )}
        <Panel {...{ tab, of, doors, isOnlySigned }} />
      </Tabs>
    </>
  );
}

function TabName({ doors, name }: { doors: Doors; name: TabName }) {
  const hasCome = doors.lastAt[doorOf[name]] !== undefined && name !== 'home';
  return (
    <>
      {hasCome && (
        <span role="img" aria-label={sayDoor.came()}>
          ✓
        </span>
      )}
      {sayDoor[name]()}
    </>
  );
}

type PanelProps = { tab: TabName; of: FirmwareOf; doors: Doors; isOnlySigned: boolean };

function Panel({ tab, of, doors: { mqtt }, isOnlySigned }: PanelProps) {
  if (tab === 'batch') return <BatchPanel of={of} />;
  if (tab === 'signed') return <SignedPanel of={of} />;
  if (tab === 'mqtt') return mqtt && <MqttPanel {...{ of, mqtt, isOnlySigned }} />;
  if (tab === 'home') return <HomePanel of={of} />;
  if (tab === 'lorawan') return <LorawanPanel of={of} />;
  return <FormPanel of={of} />;
}

/** That the board came before it was registered, where nothing of it has come since. */
function EarlierKnock({ macOrSerial, doors }: { macOrSerial: string; doors: Doors }) {
  // That the server says nothing of it hinders nobody: a failure is not shown.
  const { data } = useLoad(
    async (signal) =>
      await call('GET /api/devices.php?action=knock', { query: { mac: macOrSerial }, signal }),
    [macOrSerial],
  );
  const knock = data?.knock;
  const hasComeSince = Object.values(doors.lastAt).some((at) => knock && at >= knock.last_at);
  if (!knock || hasComeSince) return null;
  return (
    <Notice kind="info">
      <p>{sayDoor.knocked({ count: knock.count, when: dateTime(knock.last_at) })}</p>
    </Notice>
  );
}
