import type { Column } from '../../../../src/water/imports/columns.ts';
import { words } from '../../words/words.ts';

const names = words({
  mac_or_serial: ['MAC or serial', 'MAC au namba'],
  name: ['Name', 'Jina'],
  capacity: ['Litres', 'Lita'],
  high: ['High (%)', 'Juu (%)'],
  low: ['Low (%)', 'Chini (%)'],
  owner: ['Owner', 'Mwenyewe'],
  group: ['Group', 'Kundi'],
  place: ['Place', 'Mahali'],
  latitude: ['Latitude', 'Latitudo'],
  longitude: ['Longitude', 'Longitudo'],
  shape: ['Shape', 'Umbo'],
  diameter_cm: ['Diameter (cm)', 'Kipenyo (cm)'],
  height_cm: ['Height (cm)', 'Kimo (cm)'],
  length_cm: ['Length (cm)', 'Urefu (cm)'],
  width_cm: ['Width (cm)', 'Upana (cm)'],
  bottom_diameter_cm: ['Bottom diameter (cm)', 'Kipenyo cha chini (cm)'],
  top_diameter_cm: ['Top diameter (cm)', 'Kipenyo cha juu (cm)'],
  sensor_height_cm: ['Sensor height (cm)', 'Kimo cha kihisi (cm)'],
  dead_zone_cm: ['Dead zone (cm)', 'Eneo lisiloonekana (cm)'],
  unusable_bottom_cm: ['Unusable bottom (cm)', 'Maji yasiyotumika (cm)'],
  supply: ['Supply times', 'Nyakati za maji'],
  key: ['Key', 'Ufunguo'],
  share: ['Shared with', 'Kinashirikiwa na'],
  role: ['Role', 'Jukumu'],
  known: ['Registered already', 'Kimesajiliwa tayari'],
  sensor: ['Sensor', 'Kihisi'],
});

/** Name of a column in the reader's language. */
export function columnName(column: Column): string {
  return names[column]();
}
