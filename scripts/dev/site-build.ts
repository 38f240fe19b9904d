import { BadInput } from '#cms/sync/bad-input.ts'
import { deleteBuildStamp, hashSources, isBuildCurrent, writeBuildStamp } from '#scripts/build/source-stamp.ts'
import { ALL_PAGES, type BuildOrder } from '#server/publishing/build-order.ts'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { runBuild } from '#server/publishing/run-build.ts'

interface BuildOptions {
  readonly outDir: string
  /** Public variables, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/**
 * Builds the site when its sources have changed, otherwise re-renders its pages, because the content may have changed.
 * Resolves with what could not be loaded from the CMS, for the rebuild queue to retry. Throws `UserError`.
 */
export async function ensureSiteBuild({ outDir, env: added, log }: BuildOptions): Promise<readonly RebuildFailure[]> {
  const env = { ...process.env, ...added }
  const digest = await hashSources('.', env)
  const build = async (parts: BuildOrder['parts']) => {
    const answer = await runBuild({ outDir, parts, env })
    if (!answer) throw new BadInput('The site could not be built: see the error above.')
    for (const { what, reason } of answer.failures) log(`Not up to date: ${what}. ${reason}`)
    return answer.failures
  }
  if (await isBuildCurrent(outDir, digest)) return build(ALL_PAGES)
  log('Building the site …')
  await deleteBuildStamp(outDir)
  const failures = await build('everything')
  if ((await hashSources('.', env)) === digest) await writeBuildStamp(outDir, digest)
  else log('Sources changed while the site was built: the next start builds it again.')
  return failures
}
