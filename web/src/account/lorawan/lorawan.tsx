import { call } from '../../api/call.ts';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { Heard } from './heard.tsx';
import { NetworkServers } from './network-servers.tsx';
import { OwnMappings } from './own-mappings.tsx';
import { Pumps } from './pumps.tsx';
import { Secrets } from './secrets.tsx';
import { say } from './words.ts';
import './lorawan.css';

/** LoRaWAN: secrets of network servers, the sensors that were heard, and how their payloads are read. */
export function Lorawan() {
  const mappings = useLoad((signal) => call('GET /api/lorawan/mappings', { signal }), []);
  const devices = useLoad((signal) => call('GET /api/lorawan/devices', { query: {}, signal }), []);
  const downlinks = useLoad(
    async (signal) => ({
      servers: await call('GET /api/lorawan/servers', { signal }),
      pumps: await call('GET /api/lorawan/pumps', { signal }),
    }),
    [],
  );
  const reload = async () => {
    await Promise.all([mappings.reload(), devices.reload()]);
  };
  return (
    <Page title={say.title()} back={{ href: '/account', label: say.back() }}>
      <p>{say.about()}</p>
      <ApiDocsLink />
      <Secrets />
      <Loaded of={mappings}>
        {(found) => (
          <>
            <Heard devices={devices} mappings={found} onSaved={reload} />
            <OwnMappings own={found.own} onRemoved={reload} />
          </>
        )}
      </Loaded>
      <Loaded of={downlinks}>
        {({ servers, pumps }) => (
          <>
            <NetworkServers servers={servers} onChange={downlinks.reload} />
            <Pumps
              {...{ servers, pumps }}
              devices={devices.data ?? []}
              onChange={downlinks.reload}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
