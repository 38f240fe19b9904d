import { useRouter } from '@tanstack/react-router'
import { createContext, use, useEffect } from 'react'
import type { ShownContent } from '#src/content/content-query.ts'
import { type LazyContentDefinition, useContent } from '#src/content/content-store.ts'
import type { SiteQuery } from '#src/content/generated/graphql.ts'
import type { SiteSettings } from '#src/content/site.ts'

/** The content of the root route: company, navigation, footer. */
export const siteDefinition: LazyContentDefinition<SiteQuery, SiteSettings> = {
  page: 'site',
  loadDefinition: async () => (await import('#src/content/site.ts')).siteContent,
}

/** The site settings that the root route shows. */
export const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined)

/** Returns the site settings, which the root route has loaded. Throws outside of it. */
export function useSiteSettings(): SiteSettings {
  const site = use(SiteSettingsContext)
  if (!site) throw new Error('The site settings are not loaded')
  return site
}

/**
 * Returns the content of the page. When the CMS has newer content than the loader, the routes load again, because the
 * document head uses the content of the loader.
 */
export function usePageContent<Response, Content>(
  definition: LazyContentDefinition<Response, Content>,
  loaded: NoInfer<Content>,
): ShownContent<Content> {
  const router = useRouter()
  const shown = useContent(router.options.context.contentStore, definition, loaded)
  const isNewer = shown.content !== loaded
  useEffect(() => {
    if (isNewer) router.invalidate()
  }, [isNewer, shown.content, router])
  return shown
}
