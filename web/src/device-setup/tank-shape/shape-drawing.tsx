import type { ShapeName } from '../../../../src/water/tank-shapes/tank-shape.ts';

/** The outline of each shape from the side, with what shows that it is round. */
const outlines: Record<ShapeName, string> = {
  upright_cylinder: 'M20 18v64a30 9 0 0 0 60 0V18M20 18a30 9 0 0 1 60 0a30 9 0 0 1-60 0',
  lying_cylinder: 'M22 24h56a10 26 0 0 1 0 52H22M22 24a10 26 0 0 1 0 52a10 26 0 0 1 0-52',
  box: 'M14 34h56v46H14zM14 34l16-16h56l-16 16M86 18v46L70 80',
  upright_oval: 'M10 22v56a40 10 0 0 0 80 0V22M10 22a40 10 0 0 1 80 0a40 10 0 0 1-80 0',
  lying_oval: 'M26 32h50a14 19 0 0 1 0 38H26M26 32a14 19 0 0 1 0 38a14 19 0 0 1 0-38',
  cone: 'M18 20L50 88L82 20M18 20a32 9 0 0 1 64 0a32 9 0 0 1-64 0',
  frustum: 'M14 20l16 62a20 6 0 0 0 40 0l16-62M14 20a36 9 0 0 1 72 0a36 9 0 0 1-72 0',
  sphere: 'M50 14a36 36 0 0 1 0 72a36 36 0 0 1 0-72M14 50a36 10 0 0 0 72 0',
  table: 'M16 18h68v64H16zM16 34h68M16 50h68M16 66h68M50 18v64',
};

/** Beside fields that say the same in words. */
export function ShapeDrawing({ shape }: { shape: ShapeName }) {
  return (
    <svg class="tank-shape-drawing" viewBox="0 0 100 100" aria-hidden="true">
      <path d={outlines[shape]} />
    </svg>
  );
}
