import { join } from 'node:path'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed } from '#cms/seed/seed-types.ts'

const FOLDER = 'tests/first-content'

/**
 * The first content of the site (docs/requirements.md), which never changes: tests quote it. The content of the day is in
 * cms/seed, where editors change it.
 */
export const firstContent: Seed = readSeed(FOLDER)

/** Files of `smallSeed` and `pictureSeed` (tests/setup/contentful): strongly compressed pictures, and tiny videos. */
export const FIRST_MEDIA_FOLDER = join(FOLDER, 'media')
