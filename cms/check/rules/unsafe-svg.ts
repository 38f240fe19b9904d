import PQueue from 'p-queue'
import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/** Reads SVG files and returns, by URL, why they are unsafe. Files that cannot be read are omitted. */
export type SvgFileChecker = (urls: readonly string[]) => Promise<ReadonlyMap<string, string>>

const CONCURRENCY = 6

interface Options {
  /** Timeout per file. */
  readonly timeoutMs?: number
}

/** Creates a checker that downloads the files. */
export const createSvgFileChecker =
  ({ timeoutMs = 10_000 }: Options = {}): SvgFileChecker =>
  async (urls) => {
    const queue = new PQueue({ concurrency: CONCURRENCY })
    const problems = await queue.addAll(
      urls.map((url) => async () => {
        const content = await downloadFile(url, timeoutMs)
        const problem = content && findSvgProblem(content)
        return problem ? [[url, problem] as const] : []
      }),
    )
    return new Map(problems.flat())
  }

async function downloadFile(url: string, timeoutMs: number): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (response.ok) return await response.bytes()
    await response.body?.cancel()
  } catch {
    // The CDN is not available; the next report checks the file.
  }
  return undefined
}

/** Reports SVG files that `npm run cms -- pull` rejects. */
export const createUnsafeSvgRule =
  (problems: ReadonlyMap<string, string>): CheckRule =>
  ({ assets }) =>
    [...assets.values()].flatMap((asset): readonly ContentIssue[] => {
      const problem = problems.get(asset.file?.url ?? '')
      if (!problem) return []
      const text = `The SVG file ${problem}, so the site’s own copy of the content leaves it out: export it as plain SVG, or ask its author to, and upload it again`
      return [{ rule: 'file', severity: 'error', target: asset, text }]
    })

/** Returns the URLs of all SVG files, each once. */
export const findSvgFileUrls = (...contents: readonly CheckedContent[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(({ assets }) => [...assets.values()])
      .flatMap(({ file }) => (file?.contentType?.startsWith('image/svg') && file.url ? [file.url] : [])),
  ),
]
