import { ImageSquareIcon } from '@contentful/f36-icons'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getPictureUrl, getText, type SpacePicture } from '#cms/photo-desk/client/space-pictures.ts'
import './thumbnail.css'

interface ThumbnailProps {
  /** `undefined` if the picture has no file yet. */
  readonly url: string | undefined
  readonly pictureType: PictureType
  /** For example `50% 20%`. */
  readonly focalPoint?: string | null | undefined
}

/** A small picture beside a text that names it: a photograph is cut at its focal point, a logo is shown whole. */
export const Thumbnail = ({ url, pictureType, focalPoint }: ThumbnailProps) => (
  <span className="thumbnail" data-type={pictureType.name}>
    {url === undefined ? (
      <ImageSquareIcon aria-hidden="true" />
    ) : (
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        style={focalPoint ? { objectPosition: focalPoint } : undefined}
      />
    )}
  </span>
)

interface PictureThumbnailProps {
  readonly entry?: SpacePicture['entry'] | undefined
  readonly asset?: SpacePicture['asset']
  readonly pictureType: PictureType
  /** px of the requested picture: twice the width of the thumbnail. */
  readonly width?: number
}

/** The thumbnail of a picture in the pictures of the space. */
export const PictureThumbnail = ({ entry, asset, pictureType, width = 240 }: PictureThumbnailProps) => (
  <Thumbnail
    url={getPictureUrl(asset, width)}
    pictureType={pictureType}
    focalPoint={entry && getText(entry, 'focalPoint')}
  />
)
