// Generated from cms/model by: npm run types

/** Paths of the site's pages (requirements §2). */
export const SITE_PATHS = ['/', '/contact', '/gallery', '/mainlinepipeline', '/services'] as const
