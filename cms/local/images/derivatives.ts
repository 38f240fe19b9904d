import { derive, type Format } from './derive.ts'
import { fileCache } from './file-cache.ts'
import type { ImageParameters } from './parameters.ts'

/** A picture's content, by its hash, and where it lies. */
interface Original {
  readonly sha256: string
  readonly path: string
}

/** Gives the file name of a derivative below the folder, and makes it first where it is not there yet. */
export type Derivatives = (original: Original, parameters: ImageParameters, format: Format) => Promise<string>

/** Derivatives are kept by content and parameters. */
export function derivatives(folder: string): Derivatives {
  const cached = fileCache(folder)
  return async (original, parameters, format) => {
    const name = nameOf(original.sha256, parameters, format)
    await cached(name, () => derive(original.path, parameters, format))
    return name
  }
}

function nameOf(sha256: string, { w, h, fit, f, q, fl, r, bg }: ImageParameters, format: Format): string {
  const added = [fl, r === undefined ? undefined : `r${r}`, bg?.slice(1)].filter((part) => part !== undefined)
  const parts = [sha256, `${w ?? ''}x${h ?? ''}`, fit ?? 'fit', f ?? 'center', ...added, `q${q ?? ''}.${format}`]
  return parts.join('-')
}
