import * as z from 'zod/mini'
import type { Photo } from './images.ts'
import { file, image, lines, text } from './shapes.ts'

/** What the video hero of a page shows (spec §3: videoFile, header, title, poster). */
export interface VideoHeroContent {
  readonly videoFile: string
  readonly header: string
  /** Its lines, as the editor broke them. */
  readonly title: readonly string[]
  readonly poster: Photo
}

export const videoHero = z.pipe(
  z.object({ header: text, title: lines, videoFile: file, poster: image, posterAlt: text }),
  z.transform(
    ({ header, title, videoFile, poster, posterAlt }): VideoHeroContent => ({
      header,
      title,
      videoFile: videoFile.url,
      poster: { ...poster, alt: posterAlt },
    }),
  ),
)
