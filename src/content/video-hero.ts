import * as z from 'zod/mini'
import { type Photo, photoOf } from './images.ts'
import { altText, file, focalPoint, image, lines, sys, text } from './shapes.ts'

/** What the video hero of a page shows (spec §3: videoFile, header, title, poster). */
export interface VideoHeroContent {
  /** The entry’s. */
  readonly id: string
  readonly videoFile: string
  readonly header: string
  /** Its lines, as the editor broke them. */
  readonly title: readonly string[]
  readonly poster: Photo
}

export const videoHero = z.pipe(
  z.object({ sys, header: text, title: lines, videoFile: file, poster: image, posterAlt: altText, focalPoint }),
  z.transform(
    ({ sys, header, title, videoFile, poster, posterAlt, focalPoint }): VideoHeroContent => ({
      id: sys.id,
      header,
      title,
      videoFile: videoFile.url,
      poster: photoOf(poster, posterAlt, focalPoint),
    }),
  ),
)
