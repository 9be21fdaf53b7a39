import { useId } from 'preact/hooks';
import { SelectField } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readablePhone } from '../../words/readable-phone.ts';
import { RejectedLines } from '../rejected-lines.tsx';
import type { Chosen, Tally } from './tally.ts';
import { say } from './words.ts';

type Props = {
  tally: Tally;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** Set where the file is in an old code page, which is guessed. */
  encoding: string | undefined;
};

/** What will be taken of a file, with a choice of its columns. */
export function ContactPreview({ tally, chosen, onChoose, encoding }: Props) {
  const { columns, file, first, mended } = tally;
  const found = file.columns;
  const options = columns.map(({ title, example }, at) => {
    const label = title || say.column({ at: at + 1 });
    return [String(at), example ? `${label} (${shorten(example)})` : label] as const;
  });
  const titleOf = (at: number) => columns[at]?.title || say.column({ at: at + 1 });
  const parts = (found.name[0] ?? []).map(titleOf).join(' + ');
  return (
    <section class="stack" aria-label={say.preview()}>
      <p role="status">
        <strong>{say.numbers({ count: tally.numbers })}</strong>
        {tally.leftOut > 0 && <> {say.without({ count: tally.leftOut })}</>}
      </p>
      {encoding !== undefined && <Notice kind="info">{say.encoding({ encoding })}</Notice>}
      {columns.length > 1 && (
        <>
          <SelectField
            label={say.phoneColumn()}
            name="phone_column"
            value={chosen.phone === undefined ? '' : String(chosen.phone)}
            options={[
              ['', say.found({ columns: found.phone.map(titleOf).join(', ') })],
              ...options,
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoose({ ...chosen, phone: value === '' ? undefined : Number(value) })
            }
          />
          <SelectField
            label={say.nameColumn()}
            name="name_column"
            value={chosen.name === undefined ? '' : String(chosen.name ?? 'none')}
            options={[
              ['', parts ? say.found({ columns: parts }) : say.foundNone()],
              ...options,
              ['none', say.noName()],
            ]}
            onChange={({ currentTarget: { value } }) => {
              const name = value === '' ? undefined : value === 'none' ? null : Number(value);
              onChoose({ ...chosen, name });
            }}
          />
        </>
      )}
      {first.length > 0 && (
        <table class="sms-rejected" aria-label={say.firstOnes()}>
          <thead>
            <tr>
              <th scope="col">{say.number()}</th>
              <th scope="col">{say.name()}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ phone, name }, at) => (
              <tr key={`${at}`}>
                <td>{readablePhone(phone)}</td>
                <td class="sms-what">{name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MendedLines lines={mended} />
    </section>
  );
}

type MendedProps = { lines: { line: number; written: string; note: string }[]; count?: number };

const mostShown = 10;

/** Says what was read otherwise than it stood in a file. */
export function MendedLines({ lines, count = lines.length }: MendedProps) {
  const id = useId();
  if (count === 0) return null;
  const shown = lines.slice(0, mostShown);
  return (
    <details>
      <summary id={id}>{say.mended({ count })}</summary>
      {shown.length < count && <p>{say.listed({ shown: shown.length })}</p>}
      <RejectedLines
        lines={shown.map(({ line, written, note }) => ({ line, to: written, error: note }))}
        heads={{ line: say.line(), written: say.written(), why: say.why() }}
        labelledBy={id}
      />
    </details>
  );
}

const longest = 24;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
