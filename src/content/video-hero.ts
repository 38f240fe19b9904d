import type { PictureContent } from '#src/components/picture.tsx'
import { defineEntry, linesSchema, mapEntry, sysSchema, textSchema } from './entry-schemas.ts'
import type { VideoHeroFragment } from './generated/graphql.ts'
import {
  altTextSchema,
  assetFileSchema,
  focalPointSchema,
  imageSchema,
  type ShareImage,
  toPicture,
  toShareImage,
} from './pictures.ts'

/** Content of a video hero (requirements §3: videoFile, header, title, poster). */
export interface VideoHeroContent {
  /** Id of the entry. */
  readonly id: string
  readonly videoFile: string
  readonly header: string
  /** Lines of the title. */
  readonly title: readonly string[]
  readonly poster: PictureContent
  /** The poster for shared links. */
  readonly shareImage: ShareImage
}

/** Validates a video hero and maps it to `VideoHeroContent`. */
export const videoHeroDefinition = mapEntry(
  defineEntry<VideoHeroFragment>()('Video hero', {
    sys: sysSchema,
    header: textSchema,
    title: linesSchema,
    videoFile: assetFileSchema,
    poster: imageSchema,
    posterAlt: altTextSchema,
    focalPoint: focalPointSchema,
  }),
  ({ sys, header, title, videoFile, poster, posterAlt, focalPoint }): VideoHeroContent => ({
    id: sys.id,
    header,
    title,
    videoFile: videoFile.url,
    poster: toPicture(poster, posterAlt, focalPoint),
    shareImage: toShareImage(poster, posterAlt, focalPoint),
  }),
)
