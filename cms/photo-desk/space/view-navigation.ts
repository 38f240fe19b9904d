import { createContext, use } from 'react'

/** The ids of the views of the desk, in the order of the work. */
export const VIEW_IDS = ['add', 'texts', 'order', 'publish'] as const
export type ViewId = (typeof VIEW_IDS)[number]

export interface ViewNavigation {
  /** Opens a view of the desk. `pictureId`: the entry whose row gets the focus, in the view of texts. */
  readonly openView: (id: ViewId, pictureId?: string) => void
  /** The entry that the present view was opened for. */
  readonly openedPictureId: string | undefined
}

const ViewNavigationContext = createContext<ViewNavigation>({ openView: () => {}, openedPictureId: undefined })

export const ViewNavigationProvider = ViewNavigationContext

/** Returns what a view needs to open another one, and what it was opened for. */
export const useViewNavigation = (): ViewNavigation => use(ViewNavigationContext)
