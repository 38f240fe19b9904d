import './thumbnail.css'
import './field-thumbnails.css'
import type { FieldAppSDK } from '@contentful/app-sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { FieldError } from './field-error.tsx'
import { createDeskClient, type DeskClient } from './space/desk-client.ts'
import {
  getAssetId,
  getPictureUrl,
  getPublicationState,
  getText,
  type SpacePicture,
  toMap,
} from './space/space-pictures.ts'

/** Thumbnails that the field shows. All others are counted. */
const MAX_THUMBNAILS = 12

/** px */
const THUMBNAIL_WIDTH = 240

interface FieldThumbnailsProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
  /** Entries in the order of the field. */
  readonly ids: readonly string[]
}

/** The first pictures of a field. Each has its place before it is loaded, so that the height of the field does not change. */
export function FieldThumbnails({ sdk, pictureType, ids }: FieldThumbnailsProps) {
  const shownIds = ids.slice(0, MAX_THUMBNAILS)
  const [client] = useState(() => createDeskClient(sdk.cma))
  const query = {
    queryKey: ['pictures', shownIds],
    queryFn: () => fetchPictures(client, pictureType, shownIds),
    placeholderData: keepPreviousData, // those of another list are shown until it is loaded
  }
  const { data: pictures, error, refetch } = useQuery(query)
  return (
    <>
      <FieldError error={error} onRetry={refetch} />
      {ids.length > 0 && (
        <ul className="field-thumbnails" aria-label={`First ${pictureType.name}s`}>
          {shownIds.map((id) => (
            <li key={id} className="thumbnail" data-type={pictureType.name}>
              {renderThumbnail(pictures?.get(id), pictureType)}
            </li>
          ))}
          {ids.length > MAX_THUMBNAILS && <li className="thumbnail">{ids.length - MAX_THUMBNAILS} more</li>}
        </ul>
      )}
    </>
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
  const entries = toMap(await client.readByIds(ids, (cma, query) => cma.entry.getMany({ query })))
  const assetIds = new Set([...entries.values()].flatMap((entry) => getAssetId(entry, pictureType) ?? []))
  const assets = toMap(await client.readByIds([...assetIds], (cma, query) => cma.asset.getMany({ query })))
  return new Map(
    ids.map((id): [string, SpacePicture | null] => {
      const entry = entries.get(id)
      return [id, entry ? { entry, asset: assets.get(getAssetId(entry, pictureType) ?? '') } : null]
    }),
  )
}
