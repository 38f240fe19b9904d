import { Button, Flex, Heading, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { getPictureName } from './order-tile.tsx'

interface UnlistedPicturesProps {
  readonly title: string
  readonly text: string
  readonly pictures: readonly SpacePicture[]
  readonly selectedIds: ReadonlySet<string>
  readonly onToggle: (entryId: string) => void
  readonly onOpen: (entryId: string) => void
  /** Adds a picture to the page; `undefined` if that is not possible. */
  readonly onAdd?: ((entryId: string) => void) | undefined
}

/** Pictures that are shown at first, and that each press of the button adds. */
const PAGE_SIZE = 24

/** Pictures of the space that the page does not list. */
export function UnlistedPictures({ title, text, pictures, selectedIds, ...on }: UnlistedPicturesProps) {
  const { pictureType } = useWorkspace()
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  if (pictures.length === 0) return null
  return (
    <section className="order-unlisted" aria-label={title}>
      <Heading as="h2" marginBottom="spacingXs">
        {title} ({pictures.length})
      </Heading>
      <Text as="p" fontColor="gray600" marginBottom="spacingS">
        {text}
      </Text>
      <ul className="order-tiles">
        {pictures.slice(0, shownCount).map(({ entry, asset }) => {
          const { id } = entry.sys
          const name = getPictureName(entry, pictureType)
          return (
            <li key={id}>
              <button type="button" className="order-unlisted-picture" onClick={() => on.onOpen(id)}>
                <PictureThumbnail entry={entry} asset={asset} pictureType={pictureType} />
                <Text isTruncated>{name}</Text>
              </button>
              <label className="order-checkbox">
                <input
                  type="checkbox"
                  aria-label={`Select ${name}`}
                  checked={selectedIds.has(id)}
                  onChange={() => on.onToggle(id)}
                />
              </label>
              <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacing2Xs">
                <PublicationBadge state={getPublicationState(entry)} />
                {getPublicationState(entry) !== 'archived' && (
                  <Button
                    size="small"
                    isDisabled={!on.onAdd}
                    aria-label={`Add to the end: ${name}`}
                    onClick={() => on.onAdd?.(id)}
                  >
                    Add to the end
                  </Button>
                )}
              </Flex>
            </li>
          )
        })}
      </ul>
      {pictures.length > shownCount && <Button onClick={() => setShownCount(shownCount + PAGE_SIZE)}>Show more</Button>}
    </section>
  )
}
