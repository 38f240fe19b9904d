import { BadInput } from '#cms/sync/bad-input.ts'
import { deleteBuildStamp, hashSources, isBuildCurrent, writeBuildStamp } from '#scripts/build/source-stamp.ts'
import { ALL_PAGE_PARTS, type BuildRequest } from '#server/publishing/build-order.ts'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { runBuild } from '#server/publishing/run-build.ts'

interface BuildOptions {
  readonly outDir: string
  /** The public variables, added to this process's own. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/**
 * Builds the site when its sources have changed; otherwise writes its pages anew, for the CMS may say something else by
 * now. Answers with what the CMS did not give; it is for a rebuild queue to try again.
 */
export async function ensureSiteBuild({ outDir, env: added, log }: BuildOptions): Promise<readonly RebuildFailure[]> {
  const env = { ...process.env, ...added }
  const digest = await hashSources('.', env)
  const finished = async (parts: BuildRequest['parts']) => {
    const answer = await runBuild({ outDir, parts, env })
    if (!answer) throw new BadInput('The site could not be built: the lines above say why.')
    for (const { what, reason } of answer.failures) log(`Not up to date: ${what}. ${reason}`)
    return answer.failures
  }
  if (await isBuildCurrent(outDir, digest)) return finished(ALL_PAGE_PARTS)
  log('Building the site …')
  await deleteBuildStamp(outDir)
  const failures = await finished('everything')
  if ((await hashSources('.', env)) === digest) await writeBuildStamp(outDir, digest)
  else log('Sources changed while the site was built: the next start builds it again.')
  return failures
}
