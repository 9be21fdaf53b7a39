import { callNext, callPage } from '../../../api/call.ts';
import type { Group } from '../../../api/operations.ts';
import { SelectField } from '../../../ui/form/field.tsx';
import { Loaded } from '../../../ui/load/loaded.tsx';
import { useLoad } from '../../../ui/load/use-load.ts';
import { number } from '../../../words/format.ts';
import type { PartProps } from '../part-props.ts';
import { say } from '../words.ts';

/** Which of the account's groups gets it. */
export function GroupChoice({ draft, edit, failure }: PartProps) {
  const groups = useLoad(loadGroups, []);
  return (
    <Loaded of={groups}>
      {(found) =>
        found.length === 0 ? (
          <div class="stack">
            <p>{say.noGroups()}</p>
            <p>
              <a class="button" href="/sms/groups">
                {say.makeGroup()}
              </a>
            </p>
          </div>
        ) : (
          <SelectField
            label={say.chooseGroup()}
            name="group_id"
            value={draft.groupId === null ? '' : String(draft.groupId)}
            options={[
              ['', say.noChoice()],
              ...found.map(
                ({ id, name, contact_count }) =>
                  [String(id), `${name} (${number(contact_count)})`] as const,
              ),
            ]}
            failure={failure}
            onChange={({ currentTarget: { value } }) =>
              edit({ groupId: value === '' ? null : Number(value) })
            }
          />
        )
      }
    </Loaded>
  );
}

async function loadGroups(signal: AbortSignal): Promise<Group[]> {
  const first = await callPage('GET /v1/account/groups', { query: { limit: 500 }, signal });
  const groups = first.items;
  for (let next = first.next; next; ) {
    const page = await callNext<Group[]>(next);
    groups.push(...page.items);
    next = page.next;
  }
  return groups;
}
