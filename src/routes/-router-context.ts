import type { QueryClient } from '@tanstack/react-query'
import type { SitePath } from '#shared/site-paths.gen.ts'
import type { BrowserStorages } from '#src/api/browser-storage.ts'
import type { ContentName } from '#src/content/cms-content.ts'
import type { ContentLoader } from '#src/content/content-query.ts'
import type { GetInspectorProps } from '#src/content/inspector-props.ts'

/** What every route can use. Nothing of it is global, so that pages of different modes can render at the same time. */
export interface RouterContext {
  readonly queryClient: QueryClient
  readonly contentLoader: ContentLoader
  readonly storages: BrowserStorages
  /** Set in an editor's preview. */
  readonly getInspectorProps?: GetInspectorProps | undefined
}

export type PageName = Exclude<ContentName, 'site'>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly content?: PageName
    /** The page whose navigation item is marked, for a page without one. */
    readonly parent?: SitePath
  }
}
