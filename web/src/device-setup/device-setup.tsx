import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Device, Reading, SensorConfig } from '../api/operations.ts';
import { useLive } from '../live/stream.ts';
import { RefusedReadingsNotice } from '../tank-view/refused-notice.tsx';
import { nameOf } from '../tank-view/tank-lines.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { type Load, Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { percent, relative } from '../words/format.ts';
import { ConnectSection, KeySection } from './sections/connect-section.tsx';
import { NameSection } from './sections/name-section.tsx';
import { RemoveSection, RemoveSensorSection, ReplaceSection } from './sections/remove-section.tsx';
import { SensorsSection } from './sections/sensors-section.tsx';
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
      {device.device_name !== null && (
        <p>
          <code>{macOrSerial}</code>
        </p>
      )}
      <RefusedReadingsNotice deviceId={id} />
      <FirstReading deviceId={id} />
      <div class="setup-columns">
        <div>
          <SensorsSection deviceId={id} configs={configs} />
          <NameSection device={device} onChange={onChange} />
          <PlaceSection device={device} />
          <KeySection deviceId={id} apiKey={apiKey} onKey={setApiKey} />
        </div>
        <div>
          <ConnectSection
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
          <RemoveSection device={device} />
        </div>
      </div>
    </>
  );
}

/** Finds an own device by its id; undefined if there is none. */
async function findDevice(id: string, signal: AbortSignal): Promise<Device | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  // The list is in the order of ids: the first after `id - 1` is this device, or another.
  const query = { after: Number(id) - 1, limit: 1 };
  const [found] = await call('GET /api/devices.php?action=list', { query, signal });
  return found?.id === id ? found : undefined;
}

/** The newest reading of the device, which an installer waits for. */
function FirstReading({ deviceId }: { deviceId: string }) {
  const now = useNow();
  const { data, failure, reload } = useLatestReading(deviceId);
  if (failure && !data) return <FailureNotice failure={failure} retry={reload} />;
  if (!data) return null;
  const { reading, isFirst } = data;
  if (!reading) {
    return (
      <Notice kind="warning">
        <div>
          <p>
            <strong>{say.waiting()}</strong>
          </p>
          <p>{say.waitingHint()}</p>
        </div>
      </Notice>
    );
  }
  const level = percent(reading.level, 1);
  return (
    <Notice kind="success">
      <div>
        <p>
          <strong>✓ {isFirst ? say.firstReading({ level }) : say.lastReading({ level })}</strong>
        </p>
        <p>{isFirst ? say.firstReadingHint() : relative(reading.recorded_at, now)}</p>
      </div>
      <a class="button" href={`/tanks/${deviceId}`}>
        {say.toTank()}
      </a>
    </Notice>
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

type Latest = {
  reading: Reading | undefined;
  /** Set if it is the device's first reading and came while the screen was open. */
  isFirst: boolean;
};

/** Poll interval without a live stream: an installer on a roof watches for the reading. */
const askMs = 5_000;

/** Newest reading of a device, kept current by the live stream, or by polling without one. */
function useLatestReading(deviceId: string): Load<Latest> {
  const load = useLoad<Latest>(
    async (signal) => {
      const found = await askForLatest(deviceId, signal);
      return { reading: newest(found), isFirst: false };
    },
    [deviceId],
  );
  const show = (reading: Reading | undefined) =>
    reading && load.set((before) => after(before, reading));
  const ask = async () => show(newest(await askForLatest(deviceId)));
  useLive(
    {
      reading: (reading) => reading.device_id === deviceId && show(reading),
      reset: () => void ask().catch(() => undefined),
    },
    askMs,
  );
  return load;
}

async function askForLatest(device_id: string, signal?: AbortSignal): Promise<Reading[]> {
  return await call('GET /api/sensors.php?action=latest', { query: { device_id }, signal });
}

function after(before: Latest | undefined, reading: Reading): Latest {
  const known = before?.reading;
  if (known && known.recorded_at >= reading.recorded_at) return before;
  return { reading, isFirst: before !== undefined && (known === undefined || before.isFirst) };
}

function newest(readings: Reading[]): Reading | undefined {
  return readings.reduce<Reading | undefined>(
    (latest, each) => (latest && latest.recorded_at >= each.recorded_at ? latest : each),
    undefined,
  );
}
