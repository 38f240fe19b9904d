/** The only locale of the site's content. */
export const LOCALE = 'en-US'
