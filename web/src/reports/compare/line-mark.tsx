/** How many lines differ in colour, pattern and mark, so that they can be told apart without colours. */
const looks = 6;
const dashes = ['', '7 4', '2 4', '11 4 2 4', '', '5 3'];

/** The place of a line among the looks: beyond six they come again. */
export function lookOf(index: number): number {
  return index % looks;
}

export function dashOf(index: number): string {
  return dashes[lookOf(index)] ?? '';
}

/** The mark of a line at a point: a disc, square, triangle, diamond, ring or cross. */
export function LineMark({ index, x, y }: { index: number; x: number; y: number }) {
  const look = lookOf(index);
  const name = `compare-mark compare-${look}`;
  if (look === 0) return <circle class={name} cx={x} cy={y} r={4} />;
  if (look === 1) return <rect class={name} x={x - 4} y={y - 4} width={8} height={8} />;
  if (look === 2) return <path class={name} d={`M${x} ${y - 5}l5 9h-10z`} />;
  if (look === 3) return <path class={name} d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />;
  if (look === 4) return <circle class={`${name} compare-open`} cx={x} cy={y} r={4} />;
  return <path class={name} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />;
}

/** A piece of the line for its legend. */
export function LegendMark({ index }: { index: number }) {
  return (
    <svg class="compare-legend" viewBox="0 0 28 14" width={28} height={14} aria-hidden="true">
      <path
        class={`compare-line compare-${lookOf(index)}`}
        stroke-dasharray={dashOf(index)}
        d="M0 7H28"
      />
      <LineMark index={index} x={14} y={7} />
    </svg>
  );
}
