import { css } from 'linaria'
import type { ReactNode } from 'react'
import { duration, easing, size } from '#src/theme/tokens.ts'
import { useReveal } from './use-reveal.ts'

interface RevealProps {
  /** The visible fraction of the block that starts the animation, from 0 to 1. */
  readonly threshold: number
  readonly children: ReactNode
}

/**
 * Fades and slides its children in once they are scrolled into view (requirements §2). Content that is already visible
 * is not animated.
 */
export function Reveal({ threshold, children }: RevealProps) {
  const { ref, state } = useReveal(threshold)
  return (
    <div ref={ref} className={root} data-state={state}>
      {children}
    </div>
  )
}

/** Animates the children, not the block, whose position is measured. Not for print or with reduced motion. */
const root = css`
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
