import { createContext, use } from 'react'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
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
