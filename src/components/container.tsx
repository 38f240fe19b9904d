import { css, cx } from 'linaria'
import type { ReactNode } from 'react'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { gutter, size, space } from '#src/theme/tokens.ts'

interface ContainerProps {
  readonly children: ReactNode
  /** `columns`: a grid of twelve columns. On narrow screens the children are below each other. */
  readonly layout?: 'plain' | 'columns'
  /** For the layout of the children. The gutter belongs to the container. */
  readonly className?: string
}

/** Limits the content to 1280 px and adds the page's gutter. */
export function Container({ children, layout = 'plain', className }: ContainerProps) {
  return (
    <div className={cx(container, className)} data-layout={layout}>
      {children}
    </div>
  )
}

const container = css`
  inline-size: 100%;
  max-inline-size: calc(${size.container}px + 2 * ${gutter});
  margin-inline: auto;
  padding-inline: ${gutter};

  &[data-layout='columns'] {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: ${space.md}px;
  }

  ${upToWidth('tablet')} {
    &[data-layout='columns'] {
      display: block;
    }
  }

  ${print} {
    padding-inline: 0;
  }
`
