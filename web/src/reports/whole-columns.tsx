import type { ComponentChildren } from 'preact';
import { useWidth } from '../ui/use-width.ts';
import { say } from './words.ts';

type Props = {
  label: string;
  /** How many columns the table has beside its first. */
  columns: number;
  /** The least width of each of them in rem, so that its widest word is whole. */
  least: number;
  /** A table. */
  children: ComponentChildren;
};

/** Of the first column, which stays where it is while the others are scrolled, in rem. */
const firstRem = { narrow: 5.2, wide: 9 };
/** From this width on it is the wide one. */
const wideRem = 40;

/**
 * A table of which as many columns are shown as fit whole, with the first in front of them; the others
 * are scrolled in one by one. A column that is cut at the edge of a phone reads as another number.
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
