import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'

/** Work on a picture for a worker. */
export type PictureTask =
  | { readonly kind: 'prepare'; readonly file: Blob; readonly pictureType: PictureType }
  | { readonly kind: 'thumbnail'; readonly file: Blob }
  /** `url` is that of a small version of a picture of the space. */
  | { readonly kind: 'hash'; readonly url: string; readonly comparisonWidth: number }

/** What a worker returns for each kind of task. */
export interface TaskResults {
  readonly prepare: ConvertedPicture
  readonly thumbnail: Blob | undefined
  readonly hash: PerceptualHash
}

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

/** A message to a worker. */
export interface TaskMessage {
  readonly taskId: number
  readonly task: PictureTask
}

/** A message from a worker. `converting`: the file of a `prepare` task is read. */
export type WorkerMessage = { readonly taskId: number } & (
  | { readonly event: 'converting' }
  | { readonly event: 'result'; readonly result: TaskResults[keyof TaskResults] }
  | { readonly event: 'error'; readonly message: string; readonly isUnsuitable: boolean }
)

/** A file that cannot be added. The message continues the name of the file: what is wrong and what to do. */
export class UnsuitableFileError extends Error {
  override readonly name = 'UnsuitableFileError'
}

/** Throws `UnsuitableFileError` with the problem, if there is one. */
export function assertSuitable(problem: string | undefined): void {
  if (problem !== undefined) throw new UnsuitableFileError(problem)
}
