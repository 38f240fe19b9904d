import { fileURLToPath } from 'node:url'

/** The state folder of the local Contentful, relative to the working directory. */
export const LOCAL_CONTENTFUL_FOLDER = '.contentful'

/** Migration scripts, relative to the working directory. */
export const MIGRATIONS_FOLDER = 'cms/migrations'

/** Cached hashes, colours and formats of the seed’s media. */
export const MEDIA_CACHE_FILE = '.cache/cms/media'

/** Masters of pictures and videos. */
export const MEDIA_FOLDER = fileURLToPath(new URL('../../public/media', import.meta.url))

/** Entries and assets of the seed as JSON. */
export const SEED_FOLDER = fileURLToPath(new URL('../../cms/seed', import.meta.url))

/**
 * Derived pictures of the build, the development server and the local Contentful. A file's name is the hash of all that
 * its content depends on, so no file is ever out of date. The folder may be deleted at any time.
 */
export const IMAGE_CACHE_FOLDER = '.cache/derived'
