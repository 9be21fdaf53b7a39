import { useId } from 'preact/hooks';
import { percent } from '../words/format.ts';
import type { LevelState } from './level-state.ts';
import './tank-drawing.css';

type Props = {
  /** Percent, or null where nothing was read yet. */
  level: number | null;
  look: LevelState['look'];
  /** What the drawing is for those who cannot see it. */
  label: string;
  lowThreshold?: number | null;
  highThreshold?: number | null;
};

// The inside of the tank in the drawing's own units.
const top = 14;
const bottom = 114;

const yOf = (level: number) => bottom - (level / 100) * (bottom - top);

/**
 * A tank with its water. Beside the colour the water carries a pattern: stripes for a warning, a grid
 * for what is critical, so that the state is seen without colours and in the sun.
 */
export function TankDrawing({ level, look, label, lowThreshold, highThreshold }: Props) {
  const id = useId();
  const y = yOf(level ?? 0);
  return (
    <svg
      class={`tank-drawing tank-${look}`}
      viewBox="0 0 100 128"
      role="img"
      aria-label={`${label}: ${level === null ? '–' : percent(level)}`}
    >
      <defs>
        <clipPath id={`${id}-inside`}>
          <path d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
        </clipPath>
        <pattern id={`${id}-stripes`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path class="tank-hatch" d="M0 8 8 0" />
        </pattern>
        <pattern id={`${id}-grid`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path class="tank-hatch" d="M0 8 8 0M0 0l8 8" />
        </pattern>
      </defs>
      <path class="tank-wall" d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
      {level !== null && (
        <g clip-path={`url(#${id}-inside)`}>
          <g class="tank-water" style={{ transform: `translateY(${y}px)` }}>
            <path class="tank-fill" d="M0 2q12-4 25 0t25 0 25 0 25 0v130H0z" />
            {look === 'warning' && <rect width="100" height="130" fill={`url(#${id}-stripes)`} />}
            {look === 'danger' && <rect width="100" height="130" fill={`url(#${id}-grid)`} />}
          </g>
        </g>
      )}
      {[lowThreshold, highThreshold].map(
        (threshold) =>
          threshold != null && (
            <path key={threshold} class="tank-threshold" d={`M10 ${yOf(threshold)}h80`} />
          ),
      )}
      <path class="tank-edge" d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
      <text class="tank-level" x="50" y="72" text-anchor="middle">
        {level === null ? '–' : percent(level)}
      </text>
    </svg>
  );
}
