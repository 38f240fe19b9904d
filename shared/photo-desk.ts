/** Path of the photo desk on the site's server (cms/photo-desk). Contentful shows it in a frame. */
export const PHOTO_DESK_PATH = '/photo-desk/'

/** Name of the photo desk in Contentful's list of apps. */
export const PHOTO_DESK_NAME = 'Photo desk'

/**
 * Returns the app definition of the photo desk on a site: the address of its page, and where Contentful shows it. It has a
 * page of its own, and can be the control of lists of entries, and of focal points and descriptions, which are texts.
 */
export const createPhotoDeskDefinition = (siteUrl: string) => ({
  name: PHOTO_DESK_NAME,
  src: `${siteUrl}${PHOTO_DESK_PATH}`,
  locations: [
    { location: 'page' as const, navigationItem: { name: PHOTO_DESK_NAME, path: '/' } },
    {
      location: 'entry-field' as const,
      fieldTypes: [
        { type: 'Array' as const, items: { type: 'Link' as const, linkType: 'Entry' as const } },
        { type: 'Symbol' as const },
      ],
    },
  ],
})
