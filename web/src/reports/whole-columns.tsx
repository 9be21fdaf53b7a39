import type { ComponentChildren } from 'preact';
import { useWidth } from '../ui/use-width.ts';
import { say } from './words.ts';

type Props = {
  label: string;
  /** Columns beside the first. */
  columns: number;
  /** Least width of a column in rem, so that its widest word is whole; less where the table is wide. */
  least: number | Record<'narrow' | 'wide', number>;
  children: ComponentChildren;
};

/** Widths in rem of the first column, which stays in place while the others scroll. */
const firstRem = { narrow: 5.2, wide: 9 };
/** Width in rem of the table from which the first column is wide. */
const wideRem = 40;

/**
 * A table that shows as many columns as fit whole, after a fixed first one; the others are scrolled
 * to one by one. A column cut at the edge of a phone reads as another number.
 */
export function WholeColumns({ label, columns, least, children }: Props) {
  const { ref, width } = useWidth<HTMLElement>(320);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const size = width < wideRem * rem ? 'narrow' : 'wide';
  const first = firstRem[size];
  const room = width - first * rem;
  const leastRem = typeof least === 'number' ? least : least[size];
  const fitting = Math.min(columns, Math.max(1, Math.floor(room / (leastRem * rem))));
  const style = {
    '--first': `${first}rem`,
    '--column': `${Math.floor((room / fitting) * 10) / 10}px`,
    '--columns': columns,
  };
  return (
    <>
      <section
        ref={ref}
        class="scroll-x whole-columns"
        style={style}
        tabIndex={0}
        aria-label={label}
      >
        {children}
      </section>
      {fitting < columns && (
        <p class="faint small whole-columns-more" aria-hidden="true">
          {say.moreColumns({ count: columns - fitting })}
        </p>
      )}
    </>
  );
}
