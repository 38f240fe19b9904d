import { css } from 'linaria'
import type { ReactNode } from 'react'
import { print } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'

interface SectionProps {
  readonly children: ReactNode
  readonly background?: 'bone' | 'sand' | 'green'
  /** The id of the header that names it. */
  readonly labelledBy?: string
}

/** A part of a page: its ground, and the air above and below. */
export function Section({ children, background = 'bone', labelledBy }: SectionProps) {
  return (
    <section className={section} data-ground={background} aria-labelledby={labelledBy}>
      {children}
    </section>
  )
}

const section = css`
  padding-block: clamp(56px, 7.5vw, 104px);

  &[data-ground='sand'] {
    background: ${color.sand};
  }

  &[data-ground='green'] {
    background: ${color.green};
    color: ${color.bone};
  }

  /* One air between two on the same ground, not two. */
  &[data-ground='bone'] + &[data-ground='bone'] {
    padding-block-start: 0;
  }

  ${print} {
    padding-block: ${space.md}px;
  }
`
