/** Where the assets stand, as a message names it. */
export const SEED_ASSETS_FILE = 'cms/seed/assets.json'

/** Where the entries of a type stand: `galleryImage` → `cms/seed/entries/gallery-image.json` */
export const getSeedEntriesFile = (type: string) =>
  `cms/seed/entries/${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`
