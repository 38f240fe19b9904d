import { useSyncExternalStore } from 'react'

/** False in the page that the server sends, and true when this script has taken it over: for parts that would be wrong without it. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
