import { useDesk } from '#cms/photo-desk/space/desk.ts'
import { getPictureUrl, getText, type LibraryPicture } from '#cms/photo-desk/space/library.ts'

/** Width in px: twice the displayed width. */
const THUMBNAIL_WIDTH = 240

/** A small picture for lists: a photograph is cut at its focal point, a logo is shown whole. */
export function PictureThumbnail({ entry, asset }: LibraryPicture) {
  const { name } = useDesk().pictureType
  const url = getPictureUrl(asset, THUMBNAIL_WIDTH)
  if (!url) return <span className="publishing-thumbnail" data-empty />
  return (
    <span className="publishing-thumbnail" data-kind={name}>
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        style={{ objectPosition: getText(entry, 'focalPoint') || '50% 50%' }}
        width={96}
        height={64}
      />
    </span>
  )
}
