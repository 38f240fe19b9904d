import { createContext, use } from 'react'

/** The views of the desk. */
export type ViewId = 'add' | 'texts' | 'order' | 'publish'

/** Provides the function that opens a view. */
export const ViewNavigationContext = createContext<(id: ViewId) => void>(() => {})

/** Returns the function that opens a view. */
export const useOpenView = () => use(ViewNavigationContext)
