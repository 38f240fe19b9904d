import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'

/** A file that can be sent. */
export interface ConvertedPicture {
  /** From `hashFile`, of the original file. */
  readonly hash: string
  /** `undefined` for an SVG, which workers cannot draw. */
  readonly perceptualHash: PerceptualHash | undefined
  readonly master: Blob
  readonly extension: '.jpg' | '.png' | '.svg'
  /** `undefined` for an SVG. */
  readonly thumbnail: Blob | undefined
}

/** A file that cannot be added. The message continues the name of the file: what is wrong and what to do. */
export class UnsuitableFileError extends Error {
  override readonly name = 'UnsuitableFileError'
}

/** Throws `UnsuitableFileError` with the problem, if there is one. */
export function assertSuitable(problem: string | undefined): void {
  if (problem !== undefined) throw new UnsuitableFileError(problem)
}
