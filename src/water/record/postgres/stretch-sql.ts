import type { PreparedStatement, Shard } from '../../../db/pipeline.ts';
import type { Stretch } from '../../readings/packed/stretches.ts';
import { stretchColumns } from '../row-columns.ts';
import { readingKeys, type StretchText, stretchKeys, stretchRows } from './postgres-rows.ts';

type Prepare = (name: string, text: string) => PreparedStatement;

/** A stretch, its bytes as text both ways. */
const stretchTexts = stretchColumns
  .map((name) => (name === 'body' ? `encode(s.body, 'hex') as body` : `s.${name}`))
  .join(', ');
const stretchValues = stretchColumns
  .map((name) =>
    name === 'body' ? `decode(${stretchRows.at(name)}, 'hex')` : stretchRows.at(name),
  )
  .join(', ');

/** The statements of packed readings. */
export function prepareStretches(
  prepared: Prepare,
  { packed_readings }: Shard['tables'],
  { rows, isSensor }: { rows: string; isSensor: string },
) {
  const at = readingKeys.at('recorded_at');
  return {
    findStretchSpans: prepared(
      'find_stretch_spans',
      `select i as place,
         (select max(s.start_at) from ${packed_readings} as s where ${isSensor} and s.start_at <= ${at}) as start_at,
         (select min(s.start_at) from ${packed_readings} as s where ${isSensor} and s.start_at > ${at}) as end_at
       from ${rows}`,
    ),
    findStretches: prepared(
      'find_stretches',
      `select ${stretchTexts} from ${rows}
       join ${packed_readings} as s on ${isSensor} and s.start_at = ${stretchKeys.at('start_at')}`,
    ),
    saveStretches: prepared(
      'save_stretches',
      `insert into ${packed_readings} (${stretchRows.names})
       select ${stretchValues} from ${rows}
       on conflict (device_id, sensor_no, start_at) do update set
       ${stretchRows.excluded('device_id', 'sensor_no', 'start_at')}`,
    ),
  };
}

export function toText({ body, ...stretch }: Stretch): StretchText {
  return { ...stretch, body: Buffer.from(body).toString('hex') };
}

export function fromText({ body, ...stretch }: StretchText): Stretch {
  return { ...stretch, body: Buffer.from(body, 'hex') };
}
