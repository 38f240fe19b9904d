/** Contentful's rule for ids: of spaces, environments, content types, entries and assets. */
export const CONTENTFUL_ID = /^[A-Za-z0-9_.-]{1,64}$/
