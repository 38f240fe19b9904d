import { Flex } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import { getPictureTitle, type SpacePicture } from '#cms/photo-desk/client/space-pictures.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { PictureThumbnail } from './thumbnail.tsx'
import './picture-names.css'

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
    <ul className="picture-names">
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
