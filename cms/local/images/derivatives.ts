import { RestError } from '#cms/local/rest-error.ts'
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
    await cached(name, () => derived(original, parameters, format))
    return name
  }
}

/** The beginning of a file says that it is a picture; whether the rest is there shows when it is read. */
async function derived({ sha256, path }: Original, parameters: ImageParameters, format: Format): Promise<Buffer> {
  try {
    return await derive(path, parameters, format)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RestError('BadRequest', `The picture ${sha256.slice(0, 8)} cannot be read: ${reason}`)
  }
}

function nameOf(sha256: string, { w, h, fit, f, q, fl, r, bg }: ImageParameters, format: Format): string {
  const added = [fl, r === undefined ? undefined : `r${r}`, bg?.slice(1)].filter((part) => part !== undefined)
  const parts = [sha256, `${w ?? ''}x${h ?? ''}`, fit ?? 'fit', f ?? 'center', ...added, `q${q ?? ''}.${format}`]
  return parts.join('-')
}
