import { css } from 'linaria'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { Spinner } from '#src/components/spinner.tsx'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import { color, duration, zIndex } from '#src/theme/tokens.ts'

const Count = createContext(0)
const Change = createContext<(by: 1 | -1) => void>(() => {})

/** Keeps the global loading flag (requirements §2, §4). */
export function LoadingProvider({ children }: { readonly children: ReactNode }) {
  const [count, setCount] = useState(0)
  const [change] = useState(() => (by: 1 | -1) => setCount((before) => before + by))
  return (
    <Change value={change}>
      <Count value={count}>{children}</Count>
    </Change>
  )
}

/** Whether anybody keeps the loading flag on. */
const useIsLoading = () => use(Count) > 0

/** Keeps the loading flag on for as long as `isLoading` says so; others may keep it on at the same time. */
export function useLoadingFlag(isLoading: boolean) {
  const change = use(Change)
  useEffect(() => {
    if (!isLoading) return
    change(1)
    return () => change(-1)
  }, [isLoading, change])
}

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
