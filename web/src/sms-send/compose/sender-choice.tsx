import { call } from '../../api/call.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import type { PartProps } from './part-props.ts';
import { say } from './words.ts';

/** Under which name it goes, where the account has several. */
export function SenderChoice({ draft, edit, failure }: PartProps) {
  const senders = useLoad((signal) => call('GET /v1/account/senders', { signal }), []);
  const own = (senders.data ?? []).map(({ sender }) => sender);
  // A name that was taken back meanwhile stays in sight, for the server to say so.
  const names = draft.sender === '' || own.includes(draft.sender) ? own : [...own, draft.sender];
  if (names.length < 2) return null;
  return (
    <SelectField
      label={say.sender()}
      name="sender"
      value={draft.sender}
      options={[['', say.usualSender()], ...names.map((name) => [name, name] as const)]}
      failure={failure}
      onChange={({ currentTarget: { value } }) => edit({ sender: value })}
    />
  );
}
