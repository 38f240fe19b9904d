import { css } from 'linaria'
import { Spinner } from '#src/components/spinner.tsx'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import { color, duration, zIndex } from '#src/theme/tokens.ts'

interface LoadingOverlayProps {
  readonly isLoading: boolean
  readonly text: string
}

/**
 * Covers the screen while something is loading (requirements §2), after a short delay. Always rendered, because screen
 * readers do not announce an inserted live region.
 */
export const LoadingOverlay = ({ isLoading, text }: LoadingOverlayProps) => (
  <div role="status">
    {isLoading && (
      <div className={overlay}>
        <Spinner />
        <span className={visuallyHidden}>{text}</span>
      </div>
    )}
  </div>
)

const overlay = css`
  position: fixed;
  z-index: ${zIndex.loading};
  inset: 0;
  display: grid;
  place-items: center;
  background: ${color.backdrop};
  color: ${color.amber};
  font-size: 32px;
  animation: appear ${duration.hover}ms ${duration.loadingDelay}ms both;

  @keyframes appear {
    from {
      visibility: hidden;
      opacity: 0;
    }
  }
`
