import { cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startLocalContentful } from 'contentful-local'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { createOncePerRun } from '#local-tests/snapshot.ts'
import { ensureSiteBuild, hashSources, isBuildCurrent } from '#scripts/dev/ensure-site-build.ts'
import { ensureSeeded } from '#scripts/dev/seed-local-contentful.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { OFFLINE_ENV } from './offline-env.ts'

/** The built site and the seeded state of the local Contentful, of the last run. */
const CACHE = '.cache/e2e/site'

/**
 * Builds the site and seeds a local Contentful when the sources have changed, once for all workers. Files are copied
 * synchronously, which takes a tenth of the time.
 */
const getBuiltSite = () =>
  createOncePerRun('site', async (folder) => {
    const outDir = join(CACHE, 'dist')
    const digest = await hashSources('.', { ...process.env, ...OFFLINE_ENV })
    if (!(await isBuildCurrent(outDir, digest))) {
      await rm(CACHE, { recursive: true, force: true })
      const build = ensureSiteBuild({ outDir, env: OFFLINE_ENV, log: () => {} })
      await Promise.all([build, seed(join(CACHE, 'state'))])
    }
    cpSync(CACHE, folder, { recursive: true, preserveTimestamps: true })
  })

async function seed(folder: string): Promise<void> {
  const server = await startLocalContentful({ port: 0, folder })
  try {
    await ensureSeeded({ folder, url: server.url }, silentProgress)
  } finally {
    await server.close()
  }
}

/**
 * Copies the built site and the state into the folder of a site, whose start then renders the pages only. Returns both
 * folders.
 */
export async function copyBuiltSite(folder: string) {
  cpSync(await getBuiltSite(), folder, { recursive: true, preserveTimestamps: true })
  return { outDir: join(folder, 'dist'), state: join(folder, 'state') }
}

/** Returns a folder with the built photo desk. */
export const getBuiltPhotoDesk = async () => join(await getBuiltSite(), 'dist', PHOTO_DESK_PATH)
