import { fileURLToPath } from 'node:url'

/** Where the local Contentful keeps its state, from the folder in which a command is run. */
export const CMS_FOLDER = '.contentful'

export const MEDIA_FOLDER = fileURLToPath(new URL('../../public/media', import.meta.url))

export const SEED_FOLDER = fileURLToPath(new URL('../../cms/seed', import.meta.url))
