import { createContext, use } from 'react'

/** The ids of the views of the desk. */
export type ViewId = 'add' | 'texts' | 'order' | 'publish'

const ViewNavigationContext = createContext<(id: ViewId) => void>(() => {})

/** Provides the function that opens a view. */
export const ViewNavigationProvider = ViewNavigationContext

/** Returns the function that opens another view of the desk. */
export const useOpenView = (): ((id: ViewId) => void) => use(ViewNavigationContext)
