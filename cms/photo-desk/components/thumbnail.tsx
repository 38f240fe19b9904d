import { Flex } from '@contentful/f36-components'
import { ImageSquareIcon } from '@contentful/f36-icons'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { FOCAL_POINT_FIELD } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import './thumbnail.css'

interface ThumbnailProps {
  /** `undefined` for one that does not exist any more, and for the page. */
  readonly picture: Partial<Pick<DeskPicture, 'thumbnailUrl' | 'asset' | 'values'>> | undefined
  /** px of the requested picture, twice the width of a large thumbnail. Default: that of most thumbnails. */
  readonly width?: number
}

/** A small picture beside a text that names it: a photograph is cut at its focal point, a logo is shown whole. */
export function Thumbnail({ picture, width }: ThumbnailProps) {
  const { pictureType } = useWorkspace()
  const url = width === undefined ? picture?.thumbnailUrl : getPictureUrl(picture?.asset, width)
  const focalPoint = picture?.values?.[FOCAL_POINT_FIELD]
  return (
    <Flex as="span" className="thumbnail" data-type={pictureType.name} alignItems="center" justifyContent="center">
      {url === undefined ? (
        <ImageSquareIcon aria-hidden="true" />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" style={{ objectPosition: focalPoint ?? undefined }} />
      )}
    </Flex>
  )
}
