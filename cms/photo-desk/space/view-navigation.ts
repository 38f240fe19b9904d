import { createContext, use } from 'react'

/** The ids of the views of the desk, in the order of the work. */
export const VIEW_IDS = ['add', 'texts', 'order', 'publish'] as const
export type ViewId = (typeof VIEW_IDS)[number]

/** How a view opens another one, and what it was opened for. */
export interface ViewNavigation {
  /** Opens a view of the desk. `pictureId`: the entry whose row gets the focus, in the view of texts. */
  readonly openView: (id: ViewId, pictureId?: string) => void
  /** The entry that the current view was opened for. */
  readonly openedPictureId: string | undefined
}

/** Provides the navigation to the views. */
export const ViewNavigationContext = createContext<ViewNavigation>({ openView: () => {}, openedPictureId: undefined })

/** Returns the navigation of the current view. */
export const useViewNavigation = (): ViewNavigation => use(ViewNavigationContext)
