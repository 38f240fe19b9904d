import * as z from 'zod/mini'
import {
  altTextSchema,
  assetFileSchema,
  focalPointSchema,
  imageSchema,
  linesSchema,
  sysSchema,
  textSchema,
} from './field-schemas.ts'
import { type Photo, toPhoto } from './picture-files.ts'

/** The content of a page's video hero (requirements §3: videoFile, header, title, poster). */
export interface VideoHeroContent {
  /** The id of the entry. */
  readonly id: string
  readonly videoFile: string
  readonly header: string
  /** The lines of the title, as entered in the CMS. */
  readonly title: readonly string[]
  readonly poster: Photo
}

/** Validates the video hero of a page and maps it to `VideoHeroContent`. */
export const videoHeroSchema = z.pipe(
  z.object({
    sys: sysSchema,
    header: textSchema,
    title: linesSchema,
    videoFile: assetFileSchema,
    poster: imageSchema,
    posterAlt: altTextSchema,
    focalPoint: focalPointSchema,
  }),
  z.transform(
    ({ sys, header, title, videoFile, poster, posterAlt, focalPoint }): VideoHeroContent => ({
      id: sys.id,
      header,
      title,
      videoFile: videoFile.url,
      poster: toPhoto(poster, posterAlt, focalPoint),
    }),
  ),
)
