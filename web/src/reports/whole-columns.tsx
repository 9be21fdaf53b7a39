import type { ComponentChildren } from 'preact';
import { useWidth } from '../ui/use-width.ts';
import { say } from './words.ts';

type Props = {
  label: string;
  /** Columns beside the first. */
  columns: number;
  /** Least width of a column in rem, so that its widest word is whole. */
  least: number;
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
  const first = width < wideRem * rem ? firstRem.narrow : firstRem.wide;
  const room = width - first * rem;
  const fitting = Math.min(columns, Math.max(1, Math.floor(room / (least * rem))));
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
