import { css } from 'linaria'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { Spinner } from '#src/components/spinner.tsx'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import { color, duration, zIndex } from '#src/theme/tokens.ts'

/** The number of components that currently set the flag. */
const CountContext = createContext(0)
const ChangeCountContext = createContext<(by: 1 | -1) => void>(() => {})

/** Provides the global loading flag (requirements §2, §4). It is on while at least one component sets it. */
export function LoadingProvider({ children }: { readonly children: ReactNode }) {
  const [count, setCount] = useState(0)
  const [changeCount] = useState(() => (by: 1 | -1) => setCount((previous) => previous + by))
  return (
    <ChangeCountContext value={changeCount}>
      <CountContext value={count}>{children}</CountContext>
    </ChangeCountContext>
  )
}

/** Sets the loading flag while `isLoading` is true. Several components can set it at the same time. */
export function useLoadingFlag(isLoading: boolean) {
  const changeCount = use(ChangeCountContext)
  useEffect(() => {
    if (!isLoading) return
    changeCount(1)
    return () => changeCount(-1)
  }, [isLoading, changeCount])
}

/** Covers the screen while the loading flag is on (requirements §2), after a short delay. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  const isLoading = use(CountContext) > 0
  return (
    <div role="status">
      {isLoading && (
        <div className={overlay}>
          <Spinner />
          <span className={visuallyHidden}>{text}</span>
        </div>
      )}
    </div>
  )
}

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
