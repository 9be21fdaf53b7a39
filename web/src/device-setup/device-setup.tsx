import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Device, SensorConfig } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { isAtLeast } from '../tanks/role.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Page } from '../ui/page.tsx';
import { findDevice } from './find-device.ts';
import { ConnectPart } from './parts/connect-part.tsx';
import { FirstReading } from './parts/first-reading.tsx';
import { KeyPart } from './parts/key-part.tsx';
import { NamePart } from './parts/name-part.tsx';
import { PlacePart } from './parts/place-part.tsx';
import { RemovePart } from './parts/remove-part.tsx';
import { RemoveSensorPart } from './parts/remove-sensor-part.tsx';
import { ReplacePart } from './parts/replace-part.tsx';
import { SensorsPart } from './parts/sensors-part.tsx';
import { say } from './words.ts';
import './device-setup.css';

/** Everything that makes a registered device work: from its first reading to its removal. */
export function DeviceSetup() {
  const { id = '' } = useRoute().params;
  const device = useLoad(async (signal) => ({ found: await findDevice(id, signal) }), [id]);
  const found = device.data?.found;
  const title = found ? say.setUpOf({ name: nameOf(found) }) : say.device();
  const isMissing = device.data !== undefined && !found;
  return (
    <Page title={isMissing ? say.noSuch() : title} back={{ href: '/', label: say.toTanks() }}>
      <Loaded of={device}>
        {({ found }) =>
          found &&
          (isAtLeast(found.role, 'manager') ? (
            <Parts key={id} device={found} onChange={(changed) => device.set({ found: changed })} />
          ) : (
            <p>
              {say.onlyManagers()} <a href={`/devices/${id}/people`}>{say.toPeople()}</a>
            </p>
          ))
        }
      </Loaded>
    </Page>
  );
}

function Parts({ device, onChange }: { device: Device; onChange: (device: Device) => void }) {
  const { id, mac_or_serial: macOrSerial } = device;
  const [apiKey, setApiKey] = useState<string>();
  const configs = useLoad<SensorConfig[]>(
    async (signal) =>
      await call('GET /api/sensor_configs.php?action=list', { query: { device_id: id }, signal }),
    [id],
  );
  return (
    <>
      {device.device_name !== null && (
        <p>
          <code>{macOrSerial}</code>
        </p>
      )}
      <FirstReading deviceId={id} />
      <div class="setup-columns">
        <div>
          <SensorsPart deviceId={id} configs={configs} />
          <NamePart device={device} onChange={onChange} />
          <PlacePart device={device} />
          <KeyPart deviceId={id} apiKey={apiKey} onKey={setApiKey} />
        </div>
        <div>
          <ConnectPart
            macOrSerial={macOrSerial}
            apiKey={apiKey}
            sensorNames={(configs.data ?? []).map(({ sensor_name }) => sensor_name)}
          />
          <RemoveSensorPart
            deviceId={id}
            onRemoved={(name) =>
              configs.set((all = []) => all.filter(({ sensor_name }) => sensor_name !== name))
            }
          />
          <ReplacePart device={device} onChange={onChange} />
          <RemovePart device={device} />
        </div>
      </div>
    </>
  );
}
