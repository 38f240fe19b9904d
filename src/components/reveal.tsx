import { css } from 'linaria'
import type { ReactNode } from 'react'
import { duration, easing, size } from '#src/theme/tokens.ts'
import { useReveal } from './use-reveal.ts'

interface RevealProps {
  /** The share of the block that has to be seen, from 0 to 1. */
  readonly threshold: number
  readonly children: ReactNode
}

/** A block that fades and slides in, once, when enough of it is seen (requirements §2). What was already seen simply stands. */
export function Reveal({ threshold, children }: RevealProps) {
  const { ref, state } = useReveal(threshold)
  return (
    <div ref={ref} className={block} data-state={state}>
      {children}
    </div>
  )
}

/** The contents move, not the block: what is measured stands still. On paper and for who wants calm nothing waits. */
const block = css`
  @media screen and (prefers-reduced-motion: no-preference) {
    &[data-state='waiting'] > * {
      opacity: 0;
      transform: translateY(${size.revealOffset}px);
    }

    &[data-state='entering'] > * {
      animation: enter ${duration.reveal}ms ${easing} backwards;
    }
  }

  @keyframes enter {
    from {
      opacity: 0;
      transform: translateY(${size.revealOffset}px);
    }
  }
`
