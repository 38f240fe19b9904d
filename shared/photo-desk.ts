/** Path of the photo desk on the site's server (cms/photo-desk). Contentful shows it in a frame. */
export const PHOTO_DESK_PATH = '/photo-desk/'
