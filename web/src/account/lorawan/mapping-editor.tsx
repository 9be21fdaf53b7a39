import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type {
  LorawanDevice,
  LorawanMapping,
  LorawanMappings,
  LorawanPreview,
} from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { FieldLine } from './field-line.tsx';
import { emptyLine, type Line, lineOf, mappingOf } from './mapping-lines.ts';
import { Preview } from './preview.tsx';
import { startsOf } from './start-mapping.ts';
import { say } from './words.ts';

type Props = {
  device: LorawanDevice;
  mappings: LorawanMappings;
  onSaved: () => Promise<void>;
};

/** Edits the mapping of a message, with what comes of it while one types. */
export function MappingEditor({ device, mappings, onSaved }: Props) {
  const { message } = device;
  const starts = startsOf(device, mappings);
  const [start, setStart] = useState(starts[0]?.key ?? '');
  const [decoder, setDecoder] = useState(starts[0]?.mapping.decoder ?? null);
  const [lines, setLines] = useState<Line[]>((starts[0]?.mapping.fields ?? []).map(lineOf));
  const [isForAll, setForAll] = useState(message.profile === null);
  const [isSaved, setSaved] = useState(false);
  const mapping = mappingOf(decoder, lines);
  const begin = (key: string) => {
    const chosen = starts.find((each) => each.key === key);
    setStart(key);
    setDecoder(chosen?.mapping.decoder ?? null);
    setLines((chosen?.mapping.fields ?? []).map(lineOf));
    setSaved(false);
  };
  const change = (index: number, line: Line) => {
    setLines(lines.map((each, at) => (at === index ? line : each)));
    setSaved(false);
  };
  const saving = useAction(async () => {
    const profile = isForAll ? null : message.profile;
    await call('PUT /api/lorawan/mappings', { body: { profile, mapping } });
    setSaved(true);
    await onSaved();
  });
  return (
    <div class="stack lorawan-editor">
      <SentMessage message={message} />
      <SelectField
        label={say.start()}
        name="start"
        value={start}
        options={starts.map(({ key, name }) => [key, name] as const)}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      {lines.map((line, index) => (
        <FieldLine
          key={line.key}
          line={line}
          number={index + 1}
          onChange={(changed) => change(index, changed)}
          onRemove={() => setLines(lines.filter((_, at) => at !== index))}
        />
      ))}
      <div class="row">
        <Button onClick={() => setLines([...lines, emptyLine()])}>{say.addLine()}</Button>
      </div>
      <LivePreview deviceId={device.device_id} mapping={mapping} />
      {message.profile !== null && (
        <SelectField
          label={say.forProfile()}
          name="profile"
          value={isForAll ? 'all' : 'profile'}
          options={[
            ['profile', say.thisProfile({ profile: message.profile })],
            ['all', say.allOthers()],
          ]}
          onChange={(event) => setForAll(event.currentTarget.value === 'all')}
        />
      )}
      <FailureNotice failure={saving.failure} />
      {isSaved && !saving.failure && <Notice kind="success">{say.saved()}</Notice>}
      <div class="row row-end">
        <Button
          look="main"
          isBusy={saving.isBusy}
          disabled={mapping.fields.length === 0}
          onClick={() => void saving.run()}
        >
          {say.save()}
        </Button>
      </div>
    </div>
  );
}

function SentMessage({ message }: { message: LorawanDevice['message'] }) {
  const decoded = message.decoded === null ? '' : JSON.stringify(message.decoded, null, 1);
  return (
    <details>
      <summary>{say.message()}</summary>
      <p class="small lorawan-frame">
        {say.frame({ data: message.data, port: String(message.f_port) })}
      </p>
      {decoded !== '' && (
        <>
          <p class="small faint">{say.decoded()}</p>
          <section class="scroll-x" tabIndex={0} aria-label={say.decoded()}>
            <pre class="small">{decoded}</pre>
          </section>
        </>
      )}
    </details>
  );
}

/** Longest pause between two letters, in milliseconds. */
const pauseMs = 300;

type PreviewProps = { deviceId: string; mapping: LorawanMapping };

/** Asks once one pauses, and shows the answer to the last question alone. */
function LivePreview({ deviceId, mapping }: PreviewProps) {
  const [preview, setPreview] = useState<LorawanPreview>();
  const [failure, setFailure] = useState<Error>();
  const asked = JSON.stringify(mapping);
  useEffect(() => {
    const asking = new AbortController();
    const body = { device_id: deviceId, mapping: JSON.parse(asked) as LorawanMapping };
    const timer = setTimeout(() => {
      if (body.mapping.fields.length === 0) return setPreview({ readings: [], errors: [] });
      call('POST /api/lorawan/preview', { body, signal: asking.signal }).then(
        (answer) => {
          setPreview(answer);
          setFailure(undefined);
        },
        (error: Error) => {
          if (!asking.signal.aborted) setFailure(error);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [deviceId, asked]);
  return <Preview preview={preview} failure={failure} />;
}
