import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { hashSources } from '#scripts/build/build-stamp.ts'
import { createOncePerRun } from '#tests/setup/contentful/snapshot.ts'

const CACHE = '.cache/e2e/photo-desk'

/** Returns a folder with the built photo desk: built once for all workers, and again only when its sources have changed. */
export const getBuiltPhotoDesk = () =>
  createOncePerRun('photo-desk', async (folder) => {
    const cached = join(CACHE, await hashSources('.', {}))
    if (existsSync(cached)) return cp(cached, folder, { recursive: true })
    await build({
      configFile: resolve('cms/photo-desk/vite.config.ts'),
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: resolve(folder), emptyOutDir: false },
    })
    await rm(CACHE, { recursive: true, force: true }) // of other sources
    await mkdir(CACHE, { recursive: true })
    const copy = await mkdtemp(join(CACHE, 'unfinished-'))
    await cp(folder, copy, { recursive: true })
    return rename(copy, cached)
  })
