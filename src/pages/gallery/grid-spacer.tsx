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
 * Has the height of the photos that are not mounted, so that the scroll bar and a restored scroll position are right before
 * and after hydration. The height comes from the aspect ratio of an SVG, because the Content-Security-Policy forbids `style`
 * attributes. A row has the height of a cell and a gap: `2 / (3 × columns)` of the grid's width plus `columns / 2 + 1` gaps.
 */
export const GridSpacer = ({ count, ref }: GridSpacerProps) => (
  <div ref={ref} className={root}>
    {COLUMNS.map((columns) => (
      <svg
        key={columns}
        data-columns={columns}
        viewBox={`0 0 ${3 * columns} ${2 * Math.ceil(count / columns)}`}
        aria-hidden="true"
      />
    ))}
  </div>
)

const COLUMNS = [4, 3, 2] as const

/** The width of the SVG: that of the grid and of `columns / 2 + 1` gaps. */
const width = (columns: (typeof COLUMNS)[number], gap: number) => `calc(100% + ${(columns / 2 + 1) * gap}px)`

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
    display: none;
    max-inline-size: none;
  }

  & [data-columns='4'] {
    display: block;
    inline-size: ${width(4, space.xs)};
  }

  ${belowWidth('threeColumns')} {
    & [data-columns='4'] {
      display: none;
    }

    & [data-columns='3'] {
      display: block;
      inline-size: ${width(3, space.xs)};
    }
  }

  ${belowWidth('twoColumns')} {
    & [data-columns='3'] {
      display: none;
    }

    & [data-columns='2'] {
      display: block;
      inline-size: ${width(2, space.xs / 2)};
    }
  }
`
