import { Badge, Button, Flex, Heading, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { getPublishState, type LibraryPicture } from '#cms/photo-desk/space/library.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { getPictureName, TilePicture } from './order-tile.tsx'

interface UnlistedPicturesProps {
  readonly pictures: readonly LibraryPicture[]
  readonly pictureType: PictureType
  /** Whether the list has as many pictures as the page allows. */
  readonly isFull: boolean
  readonly onAdd: (entryId: string) => void
}

/** Pictures that are shown at first, and that each press of the button adds. */
const PAGE_SIZE = 24

/** The pictures of the library that the page does not list. */
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
            <div className="order-unlisted-picture">
              <TilePicture entry={entry} asset={asset} pictureType={pictureType} />
            </div>
            <Text as="p" isTruncated marginTop="spacing2Xs">
              {getPictureName(entry, pictureType)}
            </Text>
            <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacing2Xs">
              <Badge variant={getPublishState(entry) === 'published' ? 'positive' : 'warning'} size="small">
                {getPublishState(entry)}
              </Badge>
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
