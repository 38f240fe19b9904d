import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import type { AssetDownload } from './download-assets.ts'

interface CheckedArrivals {
  /** Files that may be written. An asset whose new file is refused has its earlier file here, if there is one. */
  readonly files: readonly AssetDownload[]
  /** The ids of the assets that have no file that may be written. */
  readonly missing: ReadonlySet<string>
  /** What is refused, a line for each: asset, reason and what to do. */
  readonly refused: readonly string[]
}

/**
 * Refuses SVG files that must not be served from the site's origin. A refused file leaves the earlier one in its place,
 * so that it stops neither other files nor the pull.
 */
export async function rejectUnsafeSvgFiles(
  arrivals: readonly AssetDownload[],
  mediaFolder: string,
): Promise<CheckedArrivals> {
  const files: AssetDownload[] = []
  const missing = new Set<string>()
  const refused: string[] = []
  for (const arrival of arrivals) {
    const { asset, extension, path } = arrival
    const problem = await findDrawingProblem(extension, path ?? join(mediaFolder, asset.earlier?.file ?? ''))
    if (problem === undefined) {
      files.push(arrival)
      continue
    }
    const earlier = await findUsableFile(asset.earlier?.file, mediaFolder)
    if (earlier === undefined) missing.add(asset.id)
    else files.push({ asset, extension: extname(earlier), path: null })
    const result = earlier === undefined ? 'it is left out' : `the earlier file ${earlier} stays`
    refused.push(`asset ${asset.id}: ${asset.fileName} ${problem}; ${result}. ${REMEDY}`)
  }
  return { files, missing, refused }
}

const REMEDY = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'

const findDrawingProblem = async (extension: string, path: string) =>
  extension === '.svg' ? findSvgProblem(await readFile(path)) : undefined

/** The earlier file of an asset, where it is still there and is itself safe. */
async function findUsableFile(file: string | undefined, mediaFolder: string): Promise<string | undefined> {
  if (file === undefined) return undefined
  const path = join(mediaFolder, file)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return (await findDrawingProblem(extname(file), path)) === undefined ? file : undefined
}
