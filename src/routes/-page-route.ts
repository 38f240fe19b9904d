import { useRouter } from '@tanstack/react-router'
import type { ContentByName, ContentName } from '#src/content/cms-content.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { loadPage, type PageLoaderOptions } from './-load-page.ts'
import { useContent, useSiteSettings } from './-route-content.ts'

type PageName = Exclude<ContentName, 'site'>

interface HeadOptions<Name extends PageName> {
  readonly loaderData?: ContentByName[Name] | undefined
  readonly match: { readonly fullPath: string }
}

/** Creates the options of a page's route: everything but its component, which the router's plugin splits off. */
export const createPageRoute = <Name extends PageName>(name: Name) => ({
  loader: (options: PageLoaderOptions) => loadPage(name, options),
  head: ({ loaderData: page, match }: HeadOptions<Name>) => createPageHead(match.fullPath, page),
})

/** Returns the props of a page: its content, the texts of every page, and what single pages need. */
export function usePageProps<Name extends PageName>(
  name: Name,
  route: { readonly useLoaderData: () => ContentByName[Name] },
) {
  const { interfaceTexts: texts, shortName } = useSiteSettings()
  const { storages } = useRouter().options.context
  return { ...useContent(name, route.useLoaderData()), texts, shortName, storages }
}
