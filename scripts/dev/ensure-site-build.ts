import { deleteBuildStamp, hashSources, isBuildCurrent, writeBuildStamp } from '#scripts/build/build-stamp.ts'
import { throwWriteError } from '#scripts/build/write-error.ts'
import { renderSite } from '#server/publishing/render-site.ts'
import { UserError } from '#shared/user-error.ts'

const BUILD_PROCESS = new URL('../build/build-process.ts', import.meta.url)

interface BuildOptions {
  readonly outDir: string
  /** Public variables, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/**
 * Builds the site when its sources have changed, otherwise re-renders its pages, because the content may have changed.
 * The next comparison retries what could not be loaded from the CMS. Throws `UserError`.
 */
export async function ensureSiteBuild({ outDir, env: added, log }: BuildOptions): Promise<void> {
  const env = { ...process.env, ...added }
  const digest = await hashSources('.', env)
  const build = async (module?: URL) => {
    const result = await renderSite({ outDir, env, ...(module && { module }) })
    if (!result) throw new UserError('The site could not be built: see the error above.')
    for (const { what, reason } of result.failures) log(`Not up to date: ${what}. ${reason}`)
  }
  if (await isBuildCurrent(outDir, digest)) return build()
  log('Building the site …')
  await deleteBuildStamp(outDir).catch(throwWriteError(outDir))
  await build(BUILD_PROCESS)
  if ((await hashSources('.', env)) === digest) await writeBuildStamp(outDir, digest).catch(throwWriteError(outDir))
  else log('Sources changed while the site was built: the next start builds it again.')
}
