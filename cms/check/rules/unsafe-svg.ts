import PQueue from 'p-queue'
import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/** Reads SVG files and returns, by address, why the site refuses them. A file that cannot be read is left out. */
export type SvgFileChecker = (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>

const CONCURRENCY = 6

interface Options {
  /** ms for each file */
  readonly timeout?: number
}

/** A probe that reads over the network. */
export const createSvgFileChecker =
  ({ timeout = 10_000 }: Options = {}): SvgFileChecker =>
  async (addresses) => {
    const queue = new PQueue({ concurrency: CONCURRENCY })
    const problems = await queue.addAll(
      addresses.map((address) => async () => {
        const content = await readFile(address, timeout)
        const problem = content && findSvgProblem(content)
        return problem ? [[address, problem] as const] : []
      }),
    )
    return new Map(problems.flat())
  }

async function readFile(address: string, timeout: number): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) })
    if (response.ok) return await response.bytes()
    await response.body?.cancel()
  } catch {
    // The CDN does not answer now: the next report reads the file.
  }
  return undefined
}

/** SVG files that `npm run cms -- pull` refuses. */
export const createUnsafeSvgRule =
  (problems: ReadonlyMap<string, string>): CheckRule =>
  ({ assets }) =>
    [...assets.values()].flatMap((asset): readonly ContentIssue[] => {
      const problem = problems.get(asset.file?.url ?? '')
      if (!problem) return []
      const text = `The drawing ${problem}, so the site takes no copy of it: export it as plain SVG, and upload it again`
      return [{ rule: 'file', severity: 'broken', target: asset, text }]
    })

/** The addresses of all SVG files, each once. */
export const findSvgFileUrls = (...contents: readonly CheckedContent[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(({ assets }) => [...assets.values()])
      .flatMap(({ file }) => (file?.contentType?.startsWith('image/svg') && file.url ? [file.url] : [])),
  ),
]
