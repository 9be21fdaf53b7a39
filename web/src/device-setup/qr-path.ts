/** The dark fields as one SVG path, in units of a field; fields in a row are one piece. */
export function qrPath(fields: readonly (readonly boolean[])[]): string {
  return fields.map((row, y) => rowPath(row, y)).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
  }
  return path;
}
