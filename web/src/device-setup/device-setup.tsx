import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Device, SensorConfig } from '../api/operations.ts';
import { RefusedReadingsNotice } from '../tank-view/refused-notice.tsx';
import { nameOf } from '../tank-view/tank-name.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { Page } from '../ui/page.tsx';
import { ConnectSection } from './connect/connect-section.tsx';
import { findDevice } from './find-device.ts';
import { FirstReading } from './first-reading.tsx';
import { InstallerParts } from './for-installer.tsx';
import { KeySection } from './sections/key-section.tsx';
import { NameSection } from './sections/name-section.tsx';
import { RemoveSection, RemoveSensorSection, ReplaceSection } from './sections/remove-section.tsx';
import { SensorsSection } from './sections/sensors-section.tsx';
import { SignedSection } from './sections/signed-section.tsx';
import { SupplySection } from './sections/supply-section.tsx';
import { say } from './words.ts';
import './device-setup.css';

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
      <p>
        <code>{macOrSerial}</code>
      </p>
      <RefusedReadingsNotice deviceId={id} />
      <FirstReading deviceId={id} />
      <div class="setup-columns">
        <div>
          <SensorsSection deviceId={id} configs={configs} />
          <SupplySection deviceId={id} configs={configs} />
          <NameSection device={device} onChange={onChange} />
          <PlaceSection device={device} />
        </div>
        <div>
          <InstallerParts>
            <KeySection deviceId={id} apiKey={apiKey} onKey={setApiKey} />
            <SignedSection deviceId={id} />
            <ConnectSection
              deviceId={id}
              macOrSerial={macOrSerial}
              apiKey={apiKey}
              sensorNames={(configs.data ?? []).map(({ sensor_name }) => sensor_name)}
            />
            <RemoveSensorSection
              deviceId={id}
              onRemoved={(name) =>
                configs.set((all = []) => all.filter(({ sensor_name }) => sensor_name !== name))
              }
            />
            <ReplaceSection device={device} onChange={onChange} />
          </InstallerParts>
          <RemoveSection device={device} />
        </div>
      </div>
    </>
  );
}

function PlaceSection({ device: { id, location } }: { device: Device }) {
  return (
    <section class="card stack">
      <h2>{say.place()}</h2>
      <p>
        {location
          ? `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
          : say.noPlace()}
      </p>
      {location && (
        <p class="faint">
          {location.source === 'person' ? say.placeByPerson() : say.placeByDevice()}
        </p>
      )}
      <p>
        <a class="button" href={`/map?place=${id}`}>
          {say.placeOnMap()}
        </a>
      </p>
    </section>
  );
}
