import { getAverageColor, type PerceptualHash } from './perceptual-hash.ts'

/** The average color, and the hash of files of the seed (cms/seed/asset-file-name.ts): `valves.7e6e68.0f3a92bc.jpg`. */
const MARKS = /(\.[0-9a-f]{6})?(\.[0-9a-f]{8})?(?=\.\w+$)/

/** Returns the file name without its marks, as the file was called before. */
export const removeFileNameMarks = (fileName: string): string => fileName.replace(MARKS, '')

/**
 * Adds the average color of a photograph, which the site shows until the file is loaded: `valves.jpg` → `valves.7e6e68.jpg`.
 * Other pictures can have transparent parts, where the color would stay: only photographs are JPEG files.
 */
export const addColorMark = (fileName: string, perceptualHash: PerceptualHash): string =>
  fileName.replace(/(?=\.jpg$)/, `.${getAverageColor(perceptualHash)}`)
