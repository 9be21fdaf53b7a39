import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '../live/stream.ts';
import { isLost, type TankLine, tankAddress } from '../tank-view/tank-lines.ts';
import { levelState } from '../tank-view/tank-sentences.ts';
import { useNow } from '../ui/use-now.ts';
import { ago, number, percent } from '../words/format.ts';
import { type Chosen, type Column, type FleetView, isChosen, visibleRange } from './fleet-rows.ts';
import { say } from './words.ts';

/** Must match the height of a line in fleet.css; it grows with the person's text size. */
const lineHeight = () =>
  3.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type Props = {
  rows: TankLine[];
  columns: Column[];
  view: FleetView;
  onSort: (column: Column) => void;
  chosen: Chosen;
  mayChooseAll: boolean;
  onChoose: (rows: readonly TankLine[], isWanted: boolean) => void;
};

/** The table, which draws only the visible lines; screen readers get the full count. */
export function FleetTable(props: Props) {
  const { rows, columns, view, onSort, chosen, mayChooseAll, onChoose } = props;
  const now = useNow();
  const isAllChosen = rows.every((row) => isChosen(chosen, row));
  const lines = useLines(rows.length, lineHeight());
  return (
    <section class="fleet-frame" ref={lines.frame} tabIndex={0} aria-label={say.title()}>
      <table class="fleet-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" class="fleet-choice">
              {mayChooseAll && (
                <label class="fleet-check">
                  <input
                    type="checkbox"
                    aria-label={say.chooseAll()}
                    checked={isAllChosen}
                    onChange={() => onChoose(rows, !isAllChosen)}
                  />
                </label>
              )}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" aria-sort={sortOf(view, column)}>
                <button type="button" class="fleet-sort" onClick={() => onSort(column)}>
                  {say[column]()}
                  <span aria-hidden="true">{markOf(view, column)}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={lines.above} span={columns.length + 1} />
          {rows.slice(lines.from, lines.until).map((row, index) => (
            <Line
              key={row.key}
              row={row}
              columns={columns}
              now={now}
              rowIndex={lines.from + index + 2}
              isChosenRow={isChosen(chosen, row)}
              onChoose={onChoose}
            />
          ))}
          <Spacer height={lines.below} span={columns.length + 1} />
        </tbody>
      </table>
    </section>
  );
}

type LineProps = Pick<Props, 'columns' | 'onChoose'> & {
  row: TankLine;
  now: number;
  rowIndex: number;
  isChosenRow: boolean;
};

function Line({ row, columns, now, rowIndex, isChosenRow, onChoose }: LineProps) {
  const { tank, name, sensor } = row;
  const state = sensor && levelState(sensor);
  return (
    <tr class="fleet-line" aria-rowindex={rowIndex}>
      <td class="fleet-choice">
        <label class="fleet-check">
          <input
            type="checkbox"
            aria-label={say.chooseOne({ name })}
            checked={isChosenRow}
            onChange={() => onChoose([row], !isChosenRow)}
          />
        </label>
      </td>
      <th scope="row">
        <a href={tankAddress(tank, sensor?.sensor_name ?? '', 'level')}>{name}</a>
        <span class="faint small fleet-mac">{tank.mac_or_serial}</span>
      </th>
      <td class="fleet-level">{sensor?.level == null ? '–' : percent(sensor.level)}</td>
      <td>
        <span class={`tag tag-${state?.look ?? 'none'}`}>{state?.text ?? '–'}</span>
      </td>
      <td>
        {tank.last_seen_at ? ago(tank.last_seen_at, now) : say.never()}{' '}
        {isLost(tank) && connection.value !== 'offline' && (
          <span class="tag tag-danger">{say.isOffline()}</span>
        )}
      </td>
      <td>{pumpText(sensor?.pump_status)}</td>
      {columns.includes('battery') && (
        <td>{tank.battery === null ? '–' : percent(tank.battery)}</td>
      )}
      {columns.includes('signal') && (
        <td>{tank.signal === null ? '–' : say.decibels({ value: number(tank.signal) })}</td>
      )}
    </tr>
  );
}

function pumpText(status: 'on' | 'off' | null | undefined): string {
  if (!status) return '–';
  return status === 'on' ? say.on() : say.off();
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    <tr>
      <td class="fleet-spacer" colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  );
}

function sortOf(view: FleetView, column: Column): 'ascending' | 'descending' | 'none' {
  if (view.sortBy !== column) return 'none';
  return view.isDescending ? 'descending' : 'ascending';
}

function markOf(view: FleetView, column: Column): string {
  if (view.sortBy !== column) return '';
  return view.isDescending ? ' ↓' : ' ↑';
}

function useLines(count: number, lineHeight: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setView({ scrolled: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, []);
  const range = visibleRange(count, lineHeight, view.scrolled, view.height);
  return {
    frame,
    ...range,
    above: range.from * lineHeight,
    below: (count - range.until) * lineHeight,
  };
}
