import { createContext, type ReactNode, use, useEffect, useState } from 'react'

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
export const useIsLoading = () => use(Count) > 0

/** Keeps the loading flag on for as long as `isLoading` says so; others may keep it on at the same time. */
export function useLoadingFlag(isLoading: boolean) {
  const change = use(Change)
  useEffect(() => {
    if (!isLoading) return
    change(1)
    return () => change(-1)
  }, [isLoading, change])
}
