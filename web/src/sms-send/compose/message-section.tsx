import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { number } from '../../words/format.ts';
import type { FilledTexts, OwnFile } from './own-texts/own-file.ts';
import { OwnTexts } from './own-texts/own-texts.tsx';
import type { Recipient } from './recipients/recipients.ts';
import { longestMessage, mostSegments, type TextSize, textSize } from './text-size.ts';
import type { SectionProps } from './use-draft.ts';
import { say } from './words.ts';

const placeholder = '{name}';

type Props = SectionProps & {
  recipients: Recipient[];
  own: OwnFile | undefined;
  filled: FilledTexts | undefined;
  isSmart: boolean;
};

export function MessageSection(props: Props) {
  const { draft, edit, failure, recipients, own, filled, isSmart } = props;
  const { message, mode } = draft;
  const size = textSize(message, isSmart);
  return (
    <section class="card stack" aria-labelledby="sms-send-what">
      <h2 id="sms-send-what">{say.message()}</h2>
      <TextField
        label={say.text()}
        name="message"
        rows={4}
        value={message}
        failure={failure}
        onInput={(event) => edit({ message: event.currentTarget.value })}
      />
      {mode === 'file' ? (
        <OwnTexts {...{ draft, edit, failure, own, filled, isSmart }} />
      ) : (
        <Size size={size} cost={mode === 'numbers' ? recipients.length : undefined} />
      )}
      {mode === 'group' && (
        <div class="stack">
          <p class="hint">{say.nameHelp({ placeholder })}</p>
          <p>
            <Button onClick={() => edit({ message: `${message}${placeholder}` })}>
              {say.insertName({ placeholder })}
            </Button>
          </p>
        </div>
      )}
      {mode === 'numbers' && message.includes(placeholder) && (
        <Notice kind="warning">
          <p>{say.nameInNumbers({ placeholder })}</p>
          <a class="button" href="/sms/groups">
            {say.makeGroup()}
          </a>
        </Notice>
      )}
    </section>
  );
}

function Size({ size, cost }: { size: TextSize; cost: number | undefined }) {
  const { characters, encoding, segments, left, unusual, isTooLong } = size;
  const parts = [
    say.characters({ count: characters }),
    encoding === 'gsm7' ? say.gsm7() : say.ucs2(),
    say.segments({ count: segments, left }),
    ...(cost ? [say.costEach({ count: cost })] : []),
  ];
  return (
    <div>
      <p class="small">{parts.join(' · ')}</p>
      {unusual.length > 0 && (
        <p class="hint">{say.unusual({ letters: unusual.slice(0, 8).join(' ') })}</p>
      )}
      {isTooLong && (
        <p class="wrong">
          {say.tooLong({ characters: number(longestMessage), segments: mostSegments })}
        </p>
      )}
    </div>
  );
}
