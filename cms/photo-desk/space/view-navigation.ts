import { createContext, use } from 'react'

/** The ids of the views of the desk, in the order of the work. */
export const VIEW_IDS = ['add', 'texts', 'order', 'publish'] as const
export type ViewId = (typeof VIEW_IDS)[number]

/** Provides the function that opens a view. */
export const ViewNavigationContext = createContext<(id: ViewId) => void>(() => {})

/** Returns the function that opens a view. */
export const useOpenView = () => use(ViewNavigationContext)
