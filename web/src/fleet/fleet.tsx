import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { csvMark } from '../../../src/kit/text/csv.ts';
import { call } from '../api/call.ts';
import { withQuery } from '../kit/with-query.ts';
import { profile } from '../session/profile.ts';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { TanksComing, TanksStanding } from '../tank-view/tanks-coming.tsx';
import { partOf } from '../tanks/kept-tanks.ts';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/files.ts';
import { Field, SelectField } from '../ui/form/field.tsx';
import { useLoad } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { editFile } from './edit-file.ts';
import { fleetFile } from './fleet-file.ts';
import {
  type Chosen,
  type Column,
  chosenRows,
  columns,
  columnsOf,
  type FleetView,
  fleetRows,
  type StatusFilter,
  statusFilters,
  withChosen,
} from './fleet-rows.ts';
import { FleetTable } from './fleet-table.tsx';
import { say } from './words.ts';
import './fleet.css';

export function Fleet() {
  const { query, route } = useLocation();
  const view = readView(query);
  const show = (changes: Partial<FleetView>) => route(addressOf({ ...view, ...changes }), true);
  const sortBy = (column: Column) =>
    show({ sortBy: column, isDescending: view.sortBy === column && !view.isDescending });
  const tanks = known.value?.tanks;
  // Of a part there is no count, no file and no choice of all: it would pass for the fleet.
  const isWhole = partOf(known.value) === undefined;
  const groups = useLoad((signal) => call('GET /api/groups.php?action=list', { signal }), []);
  const isWaiting = view.group !== undefined && groups.isLoading && !groups.data;
  const rows = isWaiting ? undefined : tanks && fleetRows(tanks, view, groups.data);
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const choose = (some: readonly TankLine[], isWanted: boolean) =>
    setChosen((before) => withChosen(before, some, isWanted));
  // The choice survives a search that hides some of it.
  const marked = tanks && chosenRows(tanks, chosen);
  const back = { href: '/more', label: say.back() };
  if (tanks?.length === 0) {
    return (
      <Page title={say.title()} back={back}>
        <NoDevice />
      </Page>
    );
  }
  return (
    <Page
      title={say.title()}
      back={back}
      actions={
        <>
          <a class="button" href="/devices/import">
            {say.importFile()}
          </a>
          <a class="button" href="/devices/labels">
            {say.labels()}
          </a>
        </>
      }
    >
      <div class="fleet-filters">
        <Field
          label={say.search()}
          name="q"
          type="search"
          value={view.search}
          onInput={(event) => show({ search: event.currentTarget.value })}
        />
        <SelectField
          label={say.show()}
          name="status"
          value={view.status ?? ''}
          options={[['', say.any()], ...statusFilters.map((each) => [each, say[each]()] as const)]}
          onChange={(event) => show({ status: toStatus(event.currentTarget.value) })}
        />
        {((groups.data?.length ?? 0) > 0 || view.group !== undefined) && (
          <SelectField
            label={say.group()}
            name="group"
            value={view.group ?? ''}
            options={[
              ['', say.anyGroup()],
              ...(groups.data ?? []).map(({ id, name }) => [String(id), name] as const),
            ]}
            onChange={(event) => show({ group: event.currentTarget.value || undefined })}
          />
        )}
      </div>
      <FailureNotice failure={groups.failure} retry={groups.reload} />
      {rows && tanks ? (
        <>
          <TanksStanding />
          {isWhole && (
            <div class="row row-apart">
              <p class="faint" role="status">
                {say.count({ count: rows.length })}
              </p>
              {rows.length > 0 && (
                <Button onClick={() => saveFile('kisima-devices.csv', csvOf(rows))}>
                  {say.save()}
                </Button>
              )}
            </div>
          )}
          {marked && (
            <ChosenBar
              rows={marked}
              onSave={() => saveFile('kisima-chosen-devices.csv', csvOf(marked))}
              onEdit={() => saveFile('kisima-edit-devices.csv', editOf(marked))}
              onClear={() => setChosen(new Set())}
              onKeep={(some) => setChosen(withChosen(new Set(), some, true))}
            />
          )}
          {rows.length > 0 ? (
            <FleetTable
              rows={rows}
              columns={columnsOf(tanks)}
              view={view}
              onSort={sortBy}
              chosen={chosen}
              mayChooseAll={isWhole}
              onChoose={choose}
            />
          ) : (
            <NoMatch isWhole={isWhole} onShowAll={() => route('/fleet', true)} />
          )}
        </>
      ) : (
        <TanksComing />
      )}
    </Page>
  );
}

function csvOf(rows: TankLine[]): Blob {
  const timeZone = profile.value?.user.timezone ?? 'UTC';
  // The byte order mark makes spreadsheets read UTF-8.
  return new Blob([csvMark, fleetFile(rows, timeZone)], { type: 'text/csv' });
}

function editOf(rows: TankLine[]): Blob {
  return new Blob([csvMark, editFile(rows)], { type: 'text/csv' });
}

function NoMatch({ isWhole, onShowAll }: { isWhole: boolean; onShowAll: () => void }) {
  return (
    <div class="card stack">
      <p>{isWhole ? say.noMatch() : say.noMatchYet()}</p>
      <p>
        <Button onClick={onShowAll}>{say.showAll()}</Button>
      </p>
    </div>
  );
}

function NoDevice() {
  return (
    <div class="card stack">
      <h2>{say.none()}</h2>
      <p>{say.noneHint()}</p>
      <p class="row">
        <a class="button button-main" href="/devices/new">
          {say.addDevice()}
        </a>
        <a class="button" href="/devices/import">
          {say.importFile()}
        </a>
      </p>
    </div>
  );
}

function readView(query: Record<string, string>): FleetView {
  return {
    search: query['q'] ?? '',
    group: /^\d{1,15}$/.test(query['group'] ?? '') ? query['group'] : undefined,
    status: toStatus(query['status']),
    sortBy: columns.find((each) => each === query['sort']) ?? 'name',
    isDescending: query['down'] !== undefined,
  };
}

function toStatus(text: string | undefined): StatusFilter | undefined {
  return statusFilters.find((each) => each === text);
}

function addressOf({ search, group, status, sortBy, isDescending }: FleetView): string {
  const query = new URLSearchParams();
  if (search) query.set('q', search);
  if (group !== undefined) query.set('group', group);
  if (status) query.set('status', status);
  if (sortBy !== 'name') query.set('sort', sortBy);
  if (isDescending) query.set('down', '1');
  return withQuery('/fleet', query);
}
