/** The pages of the site (requirements §2), as editors may link to them. */
export const SITE_PATHS = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline'] as const
