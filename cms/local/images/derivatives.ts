import { existsSync } from 'node:fs'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { writeWhole } from '#cms/local/store/files.ts'
import { derive, type Format } from './derive.ts'
import type { ImageParameters } from './parameters.ts'

/** A picture's content, by its hash, and where it lies. */
interface Original {
  readonly sha256: string
  readonly path: string
}

/** Gives the file name of a derivative below the folder, and makes it first where it is not there yet. */
export type Derivatives = (original: Original, parameters: ImageParameters, format: Format) => Promise<string>

/** Encodes at a time: more would only take turns on a small machine. */
const AT_ONCE = 2

/** Derivatives are kept by content and parameters; whoever asks for one that is being made waits for the same. */
export function derivatives(folder: string): Derivatives {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const underway = new Map<string, Promise<void>>()
  return async (original, parameters, format) => {
    const name = nameOf(original.sha256, parameters, format)
    if (existsSync(join(folder, name))) return name
    const making =
      underway.get(name) ??
      queue
        .add(async () => writeWhole(join(folder, name), await derive(original.path, parameters, format)))
        .finally(() => underway.delete(name))
    underway.set(name, making)
    await making
    return name
  }
}

function nameOf(sha256: string, { w, h, fit, f, q }: ImageParameters, format: Format): string {
  return [sha256, `${w ?? ''}x${h ?? ''}`, fit ?? 'fit', f ?? 'center', `q${q ?? ''}.${format}`].join('-')
}
