// Generated from cms/model by: npm run types

/** Paths of the site's pages (requirements §2). */
export const SITE_PATHS = ['/', '/contact', '/gallery', '/mainlinepipeline', '/services'] as const

/** Path of a page that editors can link to. */
export type SitePath = (typeof SITE_PATHS)[number]
