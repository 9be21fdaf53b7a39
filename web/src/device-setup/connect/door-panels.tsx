import { useState } from 'preact/hooks';
import type { DeviceDoors } from '../../api/operations.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { say } from '../words.ts';
import { sayDoor } from './connect-words.ts';
import { CopiedLines } from './copied-lines.tsx';
import {
  batchLines,
  type Home,
  homeLines,
  homes,
  mqttLines,
  signedLines,
  signedMqttLines,
} from './door-lines.ts';
import { type Board, boards, type FirmwareOf, firmwareLines } from './firmware-lines.ts';

const boardNames = { curl: say.curl, esp32: say.esp32, sim800: say.sim800 };

type Props = { of: FirmwareOf };

export function FormPanel({ of }: Props) {
  const [board, setBoard] = useState<Board>('curl');
  return (
    <>
      <p class="faint">{sayDoor.formHint()}</p>
      <Kinds
        label={say.board()}
        kinds={boards}
        names={boardNames}
        chosen={board}
        onChoose={setBoard}
      />
      <CopiedLines
        name={boardNames[board]()}
        lines={firmwareLines(board, of)}
        lacksKey={of.apiKey === undefined}
      />
    </>
  );
}

export function BatchPanel({ of }: Props) {
  return (
    <>
      <p class="faint">{sayDoor.batchHint()}</p>
      <CopiedLines
        name={sayDoor.batch()}
        lines={batchLines(of)}
        lacksKey={of.apiKey === undefined}
      />
    </>
  );
}

export function SignedPanel({ of }: Props) {
  return (
    <>
      <p class="faint">{sayDoor.signedHint()}</p>
      <CopiedLines
        name={sayDoor.signed()}
        lines={signedLines(of)}
        lacksKey={of.apiKey === undefined}
      />
    </>
  );
}

type MqttProps = Props & { mqtt: NonNullable<DeviceDoors['mqtt']>; isOnlySigned: boolean };

export function MqttPanel({ of, mqtt, isOnlySigned }: MqttProps) {
  const host = mqtt.host ?? new URL(of.origin).hostname;
  const { port, tls_port: tlsPort, websocket_path: path } = mqtt;
  const best = tlsPort ?? port;
  const lines = isOnlySigned ? signedMqttLines : mqttLines;
  return (
    <>
      <p class="faint">{sayDoor.mqttHint()}</p>
      {isOnlySigned && <p class="hint">{sayDoor.mqttSigned()}</p>}
      <Facts>
        <Fact name={sayDoor.server()}>{host}</Fact>
        {port !== null && <Fact name={sayDoor.port()}>{String(port)}</Fact>}
        {tlsPort !== null && <Fact name={sayDoor.tlsPort()}>{String(tlsPort)}</Fact>}
        {path !== null && (
          <Fact name={sayDoor.webSocket()}>{`${of.origin.replace(/^http/, 'ws')}${path}`}</Fact>
        )}
        <Fact name={sayDoor.topic()}>
          <code>{`kisima/${of.macOrSerial}/readings`}</code>
        </Fact>
      </Facts>
      {best !== null && (
        <CopiedLines
          name={sayDoor.mqtt()}
          lines={lines(of, { host, port: best, isSecure: tlsPort !== null })}
          lacksKey={of.apiKey === undefined}
        />
      )}
    </>
  );
}

const homeNames = {
  esphome: sayDoor.esphome,
  tasmota: sayDoor.tasmota,
  homeAssistant: sayDoor.homeAssistant,
};

export function HomePanel({ of }: Props) {
  const [home, setHome] = useState<Home>('esphome');
  return (
    <>
      <p class="faint">{sayDoor.homeHint()}</p>
      <Kinds
        label={sayDoor.homeKind()}
        kinds={homes}
        names={homeNames}
        chosen={home}
        onChoose={setHome}
      />
      <CopiedLines
        name={homeNames[home]()}
        lines={homeLines(home, of)}
        lacksKey={of.apiKey === undefined}
      />
      <p class="hint">{home === 'homeAssistant' ? sayDoor.needsLevel() : sayDoor.needsTank()}</p>
      {home === 'tasmota' && of.origin.startsWith('https:') && (
        <p class="hint">{sayDoor.tasmotaTls()}</p>
      )}
    </>
  );
}

/** The serial of a device that LoRaWAN knows: 16 hexadecimal digits, in pairs with hyphens or not. */
const devEui = /^(?:[0-9a-f]{16}|[0-9a-f]{2}(?:-[0-9a-f]{2}){7})$/i;

export function isDevEui(macOrSerial: string): boolean {
  return devEui.test(macOrSerial);
}

const networkNames = { chirpstack: 'ChirpStack 4', tts: 'The Things Stack 3' };

export function LorawanPanel({ of }: Props) {
  return (
    <>
      <p class="faint">{sayDoor.lorawanHint()}</p>
      {Object.entries(networkNames).map(([network, name]) => {
        const address = `${of.origin}/integrations/${network}`;
        return (
          <div key={network} class="stack">
            <strong>{name}</strong>
            <code class="setup-key">{address}</code>
            <div>
              <CopyButton text={address} />
            </div>
          </div>
        );
      })}
      {isDevEui(of.macOrSerial) ? (
        <Facts>
          <Fact name={sayDoor.devEui()}>
            <code>{of.macOrSerial}</code>
          </Fact>
        </Facts>
      ) : (
        <p class="hint">{sayDoor.noDevEui()}</p>
      )}
      <div>
        <a class="button" href="/account/lorawan">
          {sayDoor.toLorawan()}
        </a>
      </div>
    </>
  );
}

type KindsProps<K extends string> = {
  label: string;
  kinds: readonly K[];
  names: Record<K, () => string>;
  chosen: K;
  onChoose: (kind: K) => void;
};

function Kinds<K extends string>({ label, kinds, names, chosen, onChoose }: KindsProps<K>) {
  return (
    <fieldset class="row" aria-label={label}>
      {kinds.map((kind) => (
        <Button key={kind} aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          {names[kind]()}
        </Button>
      ))}
    </fieldset>
  );
}
