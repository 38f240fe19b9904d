import { Flex } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPictureTitle, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'

interface PictureNamesProps {
  readonly pictures: readonly SpacePicture[]
  /** What is said of each picture, by the id of its entry. With it, all pictures are shown. */
  readonly notes?: ReadonlyMap<string, ReactNode>
}

/** Pictures that are shown; of the others, their number. */
const MAX_PICTURES = 12

/** Small pictures with their names. */
export function PictureNames({ pictures, notes }: PictureNamesProps) {
  const { pictureType } = useWorkspace()
  const maxPictures = notes ? pictures.length : MAX_PICTURES
  return (
    <ul className="publishing-names">
      {pictures.slice(0, maxPictures).map((picture) => (
        <Flex as="li" key={picture.entry.sys.id} alignItems="start" gap="spacingXs" marginBottom="spacingXs">
          <PictureThumbnail {...picture} pictureType={pictureType} />
          <div>
            {getPictureTitle(picture, pictureType)}
            {notes && <>: {notes.get(picture.entry.sys.id)}</>}
          </div>
        </Flex>
      ))}
      {pictures.length > maxPictures && <li>and {pictures.length - maxPictures} more</li>}
    </ul>
  )
}
