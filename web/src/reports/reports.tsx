import { useLocation } from 'preact-iso';
import type { Tank } from '../api/operations.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { tankOption } from '../tank-view/tank-option.ts';
import { TanksComing, TanksStanding } from '../tank-view/tanks-coming.tsx';
import { type KnownTanks, partOf } from '../tanks/kept-tanks.ts';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Folded } from '../ui/folded.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { Page } from '../ui/page.tsx';
import { shortDay } from '../words/format.ts';
import { Download } from './download/download.tsx';
import { ReportOfAll } from './report-of-all.tsx';
import {
  addressOf,
  type Kind,
  kinds,
  mostAlso,
  type Period,
  periods,
  type ReportView,
  readView,
} from './report-view.ts';
import { say } from './words.ts';
import './reports.css';

export function Reports() {
  const { query, route } = useLocation();
  const view = readView(query);
  const tanks = known.value && tanksFor(view, known.value);
  const tank = tanks?.find(({ device_id }) => device_id === view.device) ?? tanks?.[0];
  const also = tanks?.filter((each) => each !== tank && view.also.includes(each.device_id)) ?? [];
  const show = (changes: Partial<ReportView>) => route(addressOf({ ...view, ...changes }), true);
  return (
    <Page
      title={say.title()}
      actions={
        tank && (
          <>
            <a class="button" href="/reports/monthly">
              {say.monthly()}
            </a>
            <Button onClick={() => window.print()}>{say.print()}</Button>
          </>
        )
      }
    >
      {known.value ? <TanksStanding /> : <TanksComing />}
      {tanks && !tank && (
        <div class="card stack">
          <p>{say.noDevice()}</p>
          <p>
            <a class="button button-main" href="/devices/new">
              {say.addDevice()}
            </a>
          </p>
        </div>
      )}
      {tanks && tank && (
        <>
          <Choices tanks={tanks} tank={tank} also={also} view={view} onChange={show} />
          <ReportOfAll
            key={addressOf({ ...view, device: tank.device_id })}
            tanks={[tank, ...also]}
            view={view}
          />
          <Download
            key={[tank, ...also].map(({ device_id }) => device_id).join()}
            tanks={[tank, ...also]}
            view={view}
          />
        </>
      )}
    </Page>
  );
}

/** The tanks to choose from; none while only a part of them is there without those that the report is of. */
function tanksFor({ device, also }: ReportView, list: KnownTanks): Tank[] | undefined {
  const isThere = (id: string) => list.tanks.some(({ device_id }) => device_id === id);
  const named = device === undefined ? also : [device, ...also];
  return partOf(list) && !named.every(isThere) ? undefined : list.tanks;
}

type ChoicesProps = {
  tanks: Tank[];
  tank: Tank;
  also: Tank[];
  view: ReportView;
  onChange: (changes: Partial<ReportView>) => void;
};

function Choices({ tanks, tank, also, view, onChange }: ChoicesProps) {
  const others = tanks.filter((each) => each !== tank && !also.includes(each));
  const range =
    view.from || view.until
      ? [view.from, view.until].map((day) => (day ? shortDay(day) : '…')).join(' – ')
      : periodText(view.period);
  const chosen = [...[tank, ...also].map(nameOf), kindText(view.kind), range];
  const compare = (ids: string[]) => onChange({ also: ids, sensor: undefined });
  return (
    <Folded title={say.choices()} chosen={chosen.join(' · ')}>
      <div class="stack reports-form">
        <div class="reports-choices">
          <SelectField
            label={say.device()}
            name="device"
            value={tank.device_id}
            options={tanks.map(tankOption)}
            onChange={({ currentTarget }) =>
              onChange({ device: currentTarget.value, sensor: undefined })
            }
          />
          <AlsoField others={others} also={also} onChange={compare} />
          {tank.sensors.length > 1 && also.length === 0 && (
            <SelectField
              label={say.sensor()}
              name="sensor"
              value={view.sensor ?? ''}
              options={[
                ['', say.allSensors()],
                ...tank.sensors.map(({ sensor_name }) => [sensor_name, sensor_name] as const),
              ]}
              onChange={({ currentTarget }) =>
                onChange({ sensor: currentTarget.value || undefined })
              }
            />
          )}
          <SelectField
            label={say.kind()}
            name="kind"
            value={view.kind}
            options={kinds.map((each) => [each, kindText(each)])}
            onChange={({ currentTarget }) =>
              onChange({ kind: kinds.find((each) => each === currentTarget.value) ?? 'daily' })
            }
          />
        </div>
        <AlsoList also={also} onChange={compare} />
        <RangeChoice view={view} onChange={onChange} />
      </div>
    </Folded>
  );
}

function kindText(kind: Kind): string {
  return { daily: say.daily, usage: say.usage, alerts: say.alerts, pump: say.pump }[kind]();
}

type Props = { view: ReportView; onChange: (changes: Partial<ReportView>) => void };

function RangeChoice({ view, onChange }: Props) {
  const isDated = view.from !== undefined || view.until !== undefined;
  const own = { from: undefined, until: undefined };
  return (
    <fieldset class="stack">
      <legend class="legend">{say.period()}</legend>
      <div class="row">
        {periods.map((each) => (
          <Button
            key={each}
            aria-pressed={!isDated && view.period === each}
            onClick={() => onChange({ ...own, period: each })}
          >
            {periodText(each)}
          </Button>
        ))}
      </div>
      <div class="reports-choices">
        <Field
          label={say.from()}
          name="from"
          type="date"
          value={view.from ?? ''}
          onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
        />
        <Field
          label={say.until()}
          name="until"
          type="date"
          value={view.until ?? ''}
          onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
        />
      </div>
    </fieldset>
  );
}

function periodText(period: Period): string {
  return { '1d': say.day1, '7d': say.days7, '30d': say.days30, '90d': say.days90 }[period]();
}

type AlsoFieldProps = {
  /** Devices compared with the first. */
  also: Tank[];
  onChange: (also: string[]) => void;
};

/** Adds a device to the report, as long as a chart can tell them apart. */
function AlsoField({ others, also, onChange }: AlsoFieldProps & { others: Tank[] }) {
  if (also.length >= mostAlso || others.length === 0) return null;
  return (
    <SelectField
      label={say.compareWith()}
      name="also"
      value=""
      options={[['', say.chooseOther()], ...others.map(tankOption)]}
      onChange={({ currentTarget }) => {
        if (currentTarget.value) onChange([...idsOf(also), currentTarget.value]);
      }}
    />
  );
}

function AlsoList({ also, onChange }: AlsoFieldProps) {
  if (also.length === 0) return null;
  return (
    <ul class="row">
      {also.map((tank) => (
        <li key={tank.device_id}>
          <Button
            aria-label={say.leaveOut({ name: nameOf(tank) })}
            onClick={() => onChange(idsOf(also.filter((each) => each !== tank)))}
          >
            {nameOf(tank)} ✕
          </Button>
        </li>
      ))}
    </ul>
  );
}

function idsOf(tanks: Tank[]): string[] {
  return tanks.map(({ device_id }) => device_id);
}
