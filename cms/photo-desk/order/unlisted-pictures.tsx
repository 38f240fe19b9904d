import { Button, Flex, Heading, Text } from '@contentful/f36-components'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureName, TileCheckbox, TilePicture } from './order-tile.tsx'

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

/** Pictures of the space that the page does not list. */
export function UnlistedPictures({ title, text, pictures, selectedIds, ...on }: UnlistedPicturesProps) {
  const { pictureType } = useWorkspace()
  if (pictures.length === 0) return null
  return (
    <section aria-label={title}>
      <Heading as="h2" marginTop="spacingL" marginBottom="spacingXs">
        {title} ({pictures.length})
      </Heading>
      <Text as="p" fontColor="gray600" marginBottom="spacingS">
        {text}
      </Text>
      <ul className="order-tiles" data-type={pictureType.name}>
        {pictures.map(({ entry, asset }) => {
          const { id } = entry.sys
          const name = getPictureName(entry, pictureType)
          const state = getPublicationState(entry)
          return (
            <li key={id}>
              <div className="order-tile">
                <button type="button" className="order-handle" aria-label={name} onClick={() => on.onOpen(id)}>
                  <TilePicture entry={entry} asset={asset} pictureType={pictureType} />
                </button>
                <TileCheckbox name={name} isSelected={selectedIds.has(id)} onToggle={() => on.onToggle(id)} />
              </div>
              <Text as="p" isTruncated marginTop="spacing2Xs" marginBottom="spacing2Xs">
                {name}
              </Text>
              <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacing2Xs">
                <PublicationBadge state={state} />
                {state !== 'archived' && (
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
    </section>
  )
}
