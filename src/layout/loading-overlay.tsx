import { css } from 'linaria'
import { Spinner } from '#src/components/spinner.tsx'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import { color, duration, zIndex } from '#src/theme/tokens.ts'
import { useIsLoading } from './loading.tsx'

/** Covers the screen while the loading flag is on (requirements §2); what is quick passes without it. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  const isLoading = useIsLoading()
  return (
    <div role="status">
      {isLoading && (
        <div className={veil}>
          <Spinner />
          <span className={visuallyHidden}>{text}</span>
        </div>
      )}
    </div>
  )
}

const veil = css`
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
