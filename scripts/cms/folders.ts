import { fileURLToPath } from 'node:url'

/** Where the local Contentful keeps its state, from the folder in which a command is run. */
export const LOCAL_CONTENTFUL_FOLDER = '.contentful'

/** The hashes, colours and formats of the seed's media. */
export const MEDIA_CACHE_FILE = '.cache/cms/media'

/** How pictures look that were added, or are in a space. */
export const PERCEPTUAL_HASH_CACHE_FILE = '.cache/cms/fingerprints'

export const MEDIA_FOLDER = fileURLToPath(new URL('../../public/media', import.meta.url))

export const SEED_FOLDER = fileURLToPath(new URL('../../cms/seed', import.meta.url))

/**
 * Derived pictures of the build, the development server and the local Contentful. A file's name is the hash of all that
 * its content depends on, so no file is ever out of date. The folder may be deleted at any time.
 */
export const IMAGE_CACHE_FOLDER = '.cache/derived'
