import PQueue from 'p-queue'
import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent } from '#cms/check/checked-content.ts'
import { hasPlace } from '#cms/pictures/exif.ts'
import { MAX_ASSET_BYTES } from '#cms/pictures/picture-rules.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

type FileProblem = Pick<ContentIssue, 'rule' | 'severity' | 'text'>

interface FileCheckResult {
  /** What is wrong with the content of a file, by its URL. */
  readonly problems: ReadonlyMap<string, FileProblem>
  /** Files that could not be read in time. */
  readonly unreadCount: number
}

/** Reads the pictures of the content, each once. */
export type FileChecker = (...contents: readonly CheckedContent[]) => Promise<FileCheckResult>

interface Options {
  /** Timeout of all files: an editor waits for the report. */
  readonly timeoutMs?: number
}

const CONCURRENCY = 6

/** Creates a checker that requests the files, and not again those that it has read: a URL always has the same content. */
export function createFileChecker({ timeoutMs = 10_000 }: Options = {}): FileChecker {
  let readFiles: ReadonlyMap<string, FileProblem | null> = new Map()
  return async (...contents) => {
    const queue = new PQueue({ concurrency: CONCURRENCY })
    const end = AbortSignal.timeout(timeoutMs)
    const pictures = findPictures(contents)
    const results = await queue.addAll(
      [...pictures].map(([url, picture]) => async () => {
        const problem = readFiles.has(url) ? readFiles.get(url) : await checkPicture(picture, end)
        return [url, problem] as const
      }),
    )
    readFiles = new Map(results.flatMap(([url, problem]) => (problem === undefined ? [] : [[url, problem] as const])))
    return {
      problems: new Map([...readFiles].flatMap(([url, problem]) => (problem ? [[url, problem] as const] : []))),
      unreadCount: pictures.size - readFiles.size,
    }
  }
}

interface Picture {
  readonly url: string
  readonly contentType: string
  readonly fileName: string | undefined
}

const findPictures = (contents: readonly CheckedContent[]): ReadonlyMap<string, Picture> =>
  new Map(
    contents
      .flatMap(({ assets }) => [...assets.values()])
      .flatMap(({ file }: CheckedAsset) => {
        const { url, contentType, fileName } = file ?? {}
        return url && contentType?.startsWith('image/') ? [[url, { url, contentType, fileName }] as const] : []
      }),
  )

/** Resolves with `null` without a problem, and with `undefined` if the file cannot be read. */
async function checkPicture({ url, contentType, fileName }: Picture, end: AbortSignal) {
  if (contentType.startsWith('image/svg')) {
    const content = await readFile(url, undefined, end)
    return content && toSvgProblem(findSvgProblem(content))
  }
  for (const range of RANGES[contentType] ?? DEFAULT_RANGES) {
    const part = await readFile(url, range, end)
    if (!part) return undefined
    if (hasPlace(part)) return toPlaceProblem(fileName)
    if (part.length < PART_BYTES) return null // the whole file
  }
  return null
}

const PART_BYTES = 262_144

/** The parts of a file in which its EXIF and XMP data can be: at the beginning or at the end. A TIFF has them anywhere. */
const DEFAULT_RANGES: readonly string[] = [`0-${PART_BYTES - 1}`, `-${PART_BYTES}`]
const RANGES: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': DEFAULT_RANGES.slice(0, 1),
  'image/tiff': [`0-${MAX_ASSET_BYTES - 1}`],
}

/** Reads a range of a file. A server that ignores it would send the whole file, which is not read. */
async function readFile(url: string, range: string | undefined, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(url, { signal, ...(range && { headers: { range: `bytes=${range}` } }) })
    if (response.status === (range ? 206 : 200)) return await response.bytes()
    await response.body?.cancel()
  } catch {
    // The CDN is not available; the next report checks the file.
  }
  return undefined
}

const toSvgProblem = (problem: string | undefined): FileProblem | null =>
  problem === undefined
    ? null
    : {
        rule: 'file',
        severity: 'error',
        text: `The SVG file ${problem}, so the site’s own copy of the content leaves it out: export it as plain SVG, or ask its author to, and upload it again`,
      }

const toPlaceProblem = (fileName = 'The file'): FileProblem => ({
  rule: 'private',
  severity: 'warning',
  text: `${fileName} says where the picture was taken, and everybody can read it: replace the file in the photo desk, which removes the place, or upload a copy that was exported without it`,
})

/** Reports SVG files that `npm run cms -- pull` rejects, and pictures with the place where they were taken. */
export const createFileContentRule =
  (problems: ReadonlyMap<string, FileProblem>): CheckRule =>
  ({ assets }) =>
    [...assets.values()].flatMap((asset): readonly ContentIssue[] => {
      const problem = problems.get(asset.file?.url ?? '')
      return problem ? [{ ...problem, target: asset }] : []
    })
