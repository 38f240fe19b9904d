import './thumbnail.css'
import './picture-list-field.css'
import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Paragraph } from '@contentful/f36-components'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { useFieldValue, useIsFieldDisabled } from './entry-field.ts'
import { FieldError } from './field-error.tsx'
import { createDeskClient, type DeskClient } from './space/desk-client.ts'
import { getDeskPath } from './space/desk-path.ts'
import { parseLinkIds } from './space/page-list.ts'
import {
  getPicture,
  getPictureUrl,
  getPublicationState,
  getText,
  type SpacePicture,
  withAssets,
} from './space/space-pictures.ts'

/** Thumbnails that the field shows. All others are counted. */
const MAX_THUMBNAILS = 12

/** px */
const THUMBNAIL_WIDTH = 240

interface PictureListFieldProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
}

/**
 * The first pictures of a list, and the way to the page of the app, where they are changed. Each has its place before it
 * is loaded, so that the height of the field does not change.
 */
export function PictureListField({ sdk, pictureType }: PictureListFieldProps) {
  const { name } = pictureType
  const { value: ids } = useFieldValue(sdk.field, parseLinkIds)
  const isDisabled = useIsFieldDisabled(sdk.field)
  const shownIds = ids.slice(0, MAX_THUMBNAILS)
  const [client] = useState(() => createDeskClient(sdk.cma))
  const {
    data: pictures,
    error,
    refetch,
  } = useQuery({
    queryKey: ['pictures', shownIds],
    queryFn: () => fetchPictures(client, pictureType, shownIds),
    placeholderData: keepPreviousData, // those of another list are shown until it is loaded
  })
  return (
    <Flex flexDirection="column" gap="spacingM">
      <Paragraph marginBottom="none">{ids.length === 1 ? `1 ${name}` : `${ids.length} ${name}s`}</Paragraph>
      <FieldError error={error} onRetry={refetch} />
      {ids.length > 0 && (
        <ul className="field-thumbnails" aria-label={`First ${name}s`}>
          {shownIds.map((id) => (
            <li key={id} className="thumbnail" data-type={name}>
              {renderThumbnail(pictures?.get(id), pictureType)}
            </li>
          ))}
          {ids.length > MAX_THUMBNAILS && <li className="thumbnail">{ids.length - MAX_THUMBNAILS} more</li>}
        </ul>
      )}
      {!isDisabled && (
        <Flex>
          <Button
            variant="primary"
            onClick={() => sdk.navigator.openCurrentAppPage({ path: getDeskPath(pictureType) })}
          >
            Open the photo desk
          </Button>
        </Flex>
      )}
    </Flex>
  )
}

/** What is said about a picture that visitors do not see as it is. */
const STATE_LABELS = { draft: 'Not published', changed: 'Changed', archived: 'Archived', published: undefined } as const

/** `picture`: `null` for an entry that does not exist, `undefined` for one that is not loaded. */
function renderThumbnail(picture: SpacePicture | null | undefined, { name, columns }: PictureType) {
  if (picture === undefined) return null
  if (picture === null) return <span>This {name} was deleted</span>
  const title = getText(picture.entry, Object.values(columns)[0]?.field ?? '')
  const url = getPictureUrl(picture.asset, THUMBNAIL_WIDTH)
  const label = STATE_LABELS[getPublicationState(picture.entry)]
  return (
    <>
      {url ? <img src={url} alt={title || `A ${name} without a text`} /> : <span>{title || 'No file'}</span>}
      {label && <small>{label}</small>}
    </>
  )
}

/** Loads pictures by the ids of their entries. */
async function fetchPictures(client: DeskClient, pictureType: PictureType, ids: readonly string[]) {
  const entries = await client.readByIds(ids, (cma, query) => cma.entry.getMany({ query }))
  const known = await withAssets(client, pictureType, entries)
  return new Map(ids.map((id) => [id, getPicture(known, pictureType, id) ?? null]))
}
