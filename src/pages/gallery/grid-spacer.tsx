import { css } from 'linaria'
import type { Ref } from 'react'
import { belowWidth, print } from '#src/theme/media-queries.ts'
import { space } from '#src/theme/tokens.ts'

interface GridSpacerProps {
  /** Photos that are not mounted. */
  readonly count: number
  readonly ref: Ref<HTMLDivElement>
}

/**
 * Has the height of the photos that are not mounted, to less than a row, so that the scroll bar and a restored scroll
 * position are right before and after hydration. The height comes from the aspect ratio of an SVG, because the
 * Content-Security-Policy forbids `style` attributes.
 */
export const GridSpacer = ({ count, ref }: GridSpacerProps) => (
  <div ref={ref} className={root}>
    <svg viewBox={`0 0 24 ${count}`} aria-hidden="true" />
  </div>
)

/**
 * The width of the SVG, of which a photo adds a 24th to the height: in n columns the n-th part of a row, which has the height
 * of a gap and of a cell, `2 / (3 × n)` of the grid's width without its gaps.
 */
const width = (columns: number, gap: number) => `calc(${16 / columns ** 2} * (100% + ${(columns / 2 + 1) * gap}px))`

const root = css`
  overflow: clip;
  overflow-anchor: none; /* otherwise the scroll position moves with it when photos are mounted above it */

  /* Without JavaScript the photos are shown. */
  @media (scripting: none) {
    display: none;
  }

  ${print} {
    display: none;
  }

  /* The same when the scripts failed to load: a second list has replaced the noscript element (src/start-script.ts). */
  ul + ul + & {
    display: none;
  }

  & svg {
    display: block;
    max-inline-size: none;
    inline-size: ${width(4, space.xs)};
  }

  ${belowWidth('threeColumns')} {
    & svg {
      inline-size: ${width(3, space.xs)};
    }
  }

  ${belowWidth('twoColumns')} {
    & svg {
      inline-size: ${width(2, space.xs / 2)};
    }
  }
`
