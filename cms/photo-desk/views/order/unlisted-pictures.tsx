import { Flex, Heading, Text } from '@contentful/f36-components'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { PublicationBadge } from '#cms/photo-desk/components/publication-badge.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { toggleSelected } from '#cms/photo-desk/state/order/selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { TILE_PICTURE_WIDTH, TileCheckbox } from './order-tile.tsx'
import type { OrderEditor } from './use-order-editor.ts'

/** Pictures of the space that the page does not list. */
export function UnlistedPictures({ editor }: { readonly editor: OrderEditor }) {
  const { pictureType, openPicture } = useWorkspace()
  const { order, selection } = editor
  const { unlisted: pictures, shownIds } = editor.shown
  const { name, page } = pictureType
  const title = `Not in the ${page.name}`
  const isFull = order.length >= page.maxItems
  if (pictures.length === 0) return null
  return (
    <section aria-label={title}>
      <Heading as="h2" marginTop="spacingL" marginBottom="spacingXs">
        {title} ({pictures.length})
      </Heading>
      <Text as="p" fontColor="gray600" marginBottom="spacingS">
        {isFull
          ? `The ${page.name} can have ${page.maxItems} ${name}s. Remove one before you add another.`
          : `When the ${page.name} is published, visitors do not see these ${name}s.`}
      </Text>
      <ul className="order-tiles" data-type={name}>
        {pictures.map((picture) => {
          const { id, title: pictureTitle, state } = picture
          return (
            <li key={id}>
              <div className="order-tile">
                <button
                  type="button"
                  className="order-handle"
                  aria-label={pictureTitle}
                  onClick={() => openPicture(id, shownIds)}
                >
                  <Thumbnail picture={picture} width={TILE_PICTURE_WIDTH} />
                </button>
                <TileCheckbox
                  name={pictureTitle}
                  isSelected={selection.ids.has(id)}
                  onToggle={() => editor.select(toggleSelected(selection, id))}
                />
              </div>
              <Text as="p" isTruncated marginTop="spacing2Xs" marginBottom="spacing2Xs">
                {pictureTitle}
              </Text>
              <Flex justifyContent="space-between" alignItems="center" flexWrap="wrap" gap="spacing2Xs">
                <PublicationBadge state={state} />
                <Button
                  isDisabled={isFull}
                  aria-label={`Add to the end: ${pictureTitle}`}
                  onClick={() => editor.change([...order, id])}
                >
                  Add to the end
                </Button>
              </Flex>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
