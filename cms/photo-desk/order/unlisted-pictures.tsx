import { Button, Flex, Heading, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { getPublicationState, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { getPictureName } from './order-tile.tsx'

interface UnlistedPicturesProps {
  readonly pictures: readonly SpacePicture[]
  readonly pictureType: PictureType
  /** Whether the list has as many pictures as the page allows. */
  readonly isFull: boolean
  readonly onAdd: (entryId: string) => void
}

/** Pictures that are shown at first, and that each press of the button adds. */
const PAGE_SIZE = 24

/** The pictures of the pictures of the space that the page does not list. */
export function UnlistedPictures({ pictures, pictureType, isFull, onAdd }: UnlistedPicturesProps) {
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const { name, page } = pictureType
  if (pictures.length === 0) return null
  return (
    <section className="order-unlisted" aria-label={`Not in the ${page.name}`}>
      <Heading as="h2" marginBottom="spacingXs">
        Not in the {page.name} ({pictures.length})
      </Heading>
      <Text as="p" fontColor="gray600" marginBottom="spacingS">
        {isFull
          ? `The ${page.name} can have ${page.maxItems} ${name}s. Remove one before you add another.`
          : `Visitors do not see these ${name}s.`}
      </Text>
      <ul className="order-unlisted-list">
        {pictures.slice(0, shownCount).map(({ entry, asset }) => (
          <li key={entry.sys.id}>
            <PictureThumbnail entry={entry} asset={asset} pictureType={pictureType} />
            <Text as="p" isTruncated marginTop="spacing2Xs">
              {getPictureName(entry, pictureType)}
            </Text>
            <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacing2Xs">
              <PublicationBadge state={getPublicationState(entry)} />
              <Button
                size="small"
                isDisabled={isFull}
                aria-label={`Add to the end: ${getPictureName(entry, pictureType)}`}
                onClick={() => onAdd(entry.sys.id)}
              >
                Add to the end
              </Button>
            </Flex>
          </li>
        ))}
      </ul>
      {pictures.length > shownCount && <Button onClick={() => setShownCount(shownCount + PAGE_SIZE)}>Show more</Button>}
    </section>
  )
}
