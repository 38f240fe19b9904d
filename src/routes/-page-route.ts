import type { ContentName } from '#src/content/cms-content.ts'
import { loadPage, type PageLoaderOptions } from './-load-page.ts'
import { useContent } from './-use-content.ts'

/** A page, by the name of its content. */
export type PageName = Exclude<ContentName, 'site'>

/** Creates the options of a page's route: everything but its component, which the router's plugin splits off. */
export const createPageRoute = (content: PageName) => ({
  loader: (options: PageLoaderOptions) => loadPage(content, options),
  staticData: { content },
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The content of a page. */
    readonly content?: PageName
  }
}

/** Returns the props of a page: its content and the texts of every page. */
export function usePageProps<Name extends PageName>(name: Name) {
  const site = useContent('site').content
  return { ...useContent(name), texts: site.interfaceTexts }
}
