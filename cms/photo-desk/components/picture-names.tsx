import { Box, Flex } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { Thumbnail } from './thumbnail.tsx'
import './picture-names.css'

interface PictureNamesProps {
  readonly pictures: readonly SpacePicture[]
  /** What is said of each picture, by the id of its entry. With it, all pictures are shown. */
  readonly notes?: ReadonlyMap<string, ReactNode>
}

/** Pictures that are shown; of the others, their number. */
const MAX_PICTURES = 12

export function PictureNames({ pictures, notes }: PictureNamesProps) {
  const maxPictures = notes ? pictures.length : MAX_PICTURES
  return (
    <Box as="ul" className="picture-names" padding="none" margin="none">
      {pictures.slice(0, maxPictures).map((picture) => (
        <Flex as="li" key={picture.id} alignItems="start" gap="spacingXs" marginBottom="spacingXs">
          <Thumbnail picture={picture} />
          <div>
            {picture.title}
            {notes && <>: {notes.get(picture.id)}</>}
          </div>
        </Flex>
      ))}
      {pictures.length > maxPictures && <Flex as="li">and {pictures.length - maxPictures} more</Flex>}
    </Box>
  )
}
