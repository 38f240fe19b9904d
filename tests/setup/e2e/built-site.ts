import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSiteBuild } from '#scripts/dev/ensure-site-build.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { createOncePerRun } from '#tests/setup/contentful/snapshot.ts'
import { OFFLINE_ENV } from './offline-env.ts'

const CACHE = '.cache/e2e/site'

/** Builds the site when its sources have changed, once for all workers. Its pages have the content of the seed. */
const getBuiltSite = () =>
  createOncePerRun('site', async (folder) => {
    await ensureSiteBuild({ outDir: join(CACHE, 'dist'), env: OFFLINE_ENV, log: () => {} })
    await cp(CACHE, folder, { recursive: true, preserveTimestamps: true })
  })

/** Copies the built site into the build folder of a site, which then renders its own pages only. */
export async function copyBuiltSite(outDir: string): Promise<void> {
  const folder = await getBuiltSite()
  for (const suffix of ['', '-ssr'])
    await cp(join(folder, `dist${suffix}`), outDir + suffix, { recursive: true, preserveTimestamps: true })
}

/** Returns a folder with the built photo desk. */
export const getBuiltPhotoDesk = async () => join(await getBuiltSite(), 'dist', PHOTO_DESK_PATH)
