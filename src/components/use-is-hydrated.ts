import { useSyncExternalStore } from 'react'

/** Whether the page is hydrated. False in the prerendered HTML: for elements that work with JavaScript only. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
