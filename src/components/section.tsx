import { css } from 'linaria'
import { type ReactNode, Suspense } from 'react'
import { print } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'

interface SectionProps {
  readonly children: ReactNode
  readonly background?: 'bone' | 'sand' | 'green'
  /** The id of its heading. */
  readonly labelledBy?: string
}

/**
 * A section of a page, with its background and vertical spacing. It hydrates in tasks of its own, after the hero or at once
 * when it gets an event.
 */
export function Section({ children, background = 'bone', labelledBy }: SectionProps) {
  return (
    <section className={root} data-ground={background} aria-labelledby={labelledBy}>
      <Suspense>{children}</Suspense>
    </section>
  )
}

const root = css`
  padding-block: clamp(56px, 7.5vw, 104px);

  &[data-ground='sand'] {
    background: ${color.sand};
  }

  &[data-ground='green'] {
    background: ${color.green};
    color: ${color.bone};
  }

  /* Adjacent sections with the same background share one spacing. */
  &[data-ground='bone'] + &[data-ground='bone'] {
    padding-block-start: 0;
  }

  ${print} {
    padding-block: ${space.md}px;
  }
`
