import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build as viteBuild } from 'vite'
import { parseContentEndpoint } from '#server/config/content-endpoint.ts'
import { compressFiles } from '#server/rendering/compressed-files.ts'
import { type PrerenderOptions, prerenderPages } from '#server/rendering/prerender-pages.ts'
import type { RenderFailure } from '#server/rendering/render-failure.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { bundleContent } from './bundle-content.ts'
import { deriveAllImages, pruneDerivedImages } from './derive-images.ts'
import { writeDraftQueries } from './draft-queries.ts'
import { assertSafePublicFiles } from './svg-safety.ts'
import { throwWriteError } from './write-error.ts'

export interface SiteBuildOptions extends Omit<PrerenderOptions, 'cms'> {
  /** `on-demand` where server/app.ts derives an image on its first request. */
  readonly derivatives: 'all' | 'on-demand'
}

/**
 * Builds the site from the public environment variables (VITE_…): the bundles for browser and Node, the HTML of the pages,
 * the derived images and the photo desk. The caller holds the lock of `outDir`. Resolves with the parts that were built from
 * the seed because the CMS failed. Throws `UserError`.
 */
export async function buildSite(options: SiteBuildOptions): Promise<readonly RenderFailure[]> {
  const { outDir, derivatives } = options
  process.env.NODE_ENV = 'production' // Vite bundles React's development build for any other value
  await assertSafePublicFiles('public')
  const emptied = emptyFolder(outDir)
  const images = derivatives === 'all' ? emptied.then(() => buildImages(join(outDir, DERIVED))) : undefined
  const bundled = Promise.all([emptied, bundleContent()])
  const pages = bundled.then(() => buildPages(options))
  const photoDesk = emptied.then(() => buildPhotoDesk(join(outDir, PHOTO_DESK)))
  const [failures] = await Promise.all([pages, images, photoDesk]).catch(throwWriteError(outDir))
  await pruneDerivedImages()
  return failures
}

const DERIVED = join('media', 'derived')
const PHOTO_DESK = PHOTO_DESK_PATH.slice(1, -1)

async function buildImages(folder: string): Promise<void> {
  await deriveAllImages(folder, reportProgress)
  await compressFiles(folder)
}

/** `native`: Node loads the configuration. Vite's own loader would write a file into the source folder. */
const VITE = { logLevel: 'warn', configLoader: 'native' } as const

/** Builds both bundles and the pages. The browser bundle is compressed while the Node bundle is built. */
async function buildPages({ outDir, ssrDir, isForStaticHost }: SiteBuildOptions): Promise<readonly RenderFailure[]> {
  await viteBuild({ ...VITE, build: { outDir, emptyOutDir: false } })
  const ssr = { outDir: ssrDir, emptyOutDir: true, ssr: 'src/prerender.tsx', copyPublicDir: false }
  // Bundles the packages, because a release may be outside of the project and may outlive its packages.
  const bundled = viteBuild({ ...VITE, build: ssr, ssr: { noExternal: true } })
  await Promise.all([bundled, compressFiles(outDir, { except: [DERIVED, PHOTO_DESK] })])
  await writeDraftQueries(outDir)
  return prerenderPages({ outDir, ssrDir, cms: parseContentEndpoint(process.env), isForStaticHost })
}

/** Builds cms/photo-desk, which Contentful shows in a frame, with its own configuration. Pages do not refer to it. */
async function buildPhotoDesk(outDir: string): Promise<void> {
  const configFile = 'cms/photo-desk/vite.config.ts'
  await viteBuild({ ...VITE, configFile, build: { outDir: resolve(outDir), emptyOutDir: false } })
  await compressFiles(outDir, { brotliQuality: PHOTO_DESK_BROTLI_QUALITY })
}

/** Quality 11 makes the photo desk, which only editors load, 9 % smaller, and takes 4.5 s of CPU time more. */
const PHOTO_DESK_BROTLI_QUALITY = 9

/** Empties a folder asynchronously. Vite's own option blocks the process while it deletes 1,700 files. */
async function emptyFolder(folder: string): Promise<void> {
  try {
    const names = await readdir(folder)
    await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'ENOENT') return
    throw new UserError(`${folder} cannot be emptied (${code}): delete it, or make it a writable folder`)
  }
}

const getErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

let reported = 0
function reportProgress(done: number, total: number) {
  if (done < total && done < reported + 200) return
  reported = done
  console.log(`Images: ${done} of ${total}`)
}
