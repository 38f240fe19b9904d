import './field-thumbnails.css'
import type { CMAClient, FieldAppSDK } from '@contentful/app-sdk'
import { Button, Note } from '@contentful/f36-components'
import { useEffect, useState } from 'react'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { createDeskClient } from './space/desk-client.ts'
import { toRequestError } from './space/request-error.ts'
import {
  getAssetId,
  getPictureUrl,
  getPublicationState,
  getText,
  type PublicationState,
  toMap,
} from './space/space-pictures.ts'

/** Thumbnails that the field shows. All others are counted. */
const MAX_THUMBNAILS = 12

/** px */
const THUMBNAIL_WIDTH = 240

interface Thumbnail {
  readonly title: string
  readonly url: string | undefined
  readonly state: PublicationState
}

interface FieldThumbnailsProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
  /** Entries in the order of the field. */
  readonly ids: readonly string[]
}

/** The first pictures of a field. Each has its place before it is loaded, so that the height of the field does not change. */
export function FieldThumbnails({ sdk, pictureType, ids }: FieldThumbnailsProps) {
  const shownIds = ids.slice(0, MAX_THUMBNAILS)
  const { thumbnails, error, reload } = useThumbnails(sdk.cma, pictureType, shownIds)
  return (
    <>
      {error && (
        <Note variant="negative" role="alert">
          <p>{error}</p>
          <Button size="small" onClick={reload}>
            Retry
          </Button>
        </Note>
      )}
      {ids.length > 0 && (
        <ul className="field-thumbnails" aria-label={`First ${pictureType.name}s`} data-type={pictureType.name}>
          {shownIds.map((id) => (
            <li key={id}>{renderThumbnail(thumbnails.get(id), pictureType)}</li>
          ))}
          {ids.length > MAX_THUMBNAILS && <li className="field-thumbnails-more">{ids.length - MAX_THUMBNAILS} more</li>}
        </ul>
      )}
    </>
  )
}

/** What is said about a picture that visitors do not see as it is. */
const STATE_LABELS = { draft: 'Not published', changed: 'Changed', archived: 'Archived', published: undefined } as const

/** `thumbnail`: `null` for an entry that does not exist, `undefined` for one that is not loaded. */
function renderThumbnail(thumbnail: Thumbnail | null | undefined, { name }: PictureType) {
  if (thumbnail === undefined) return null
  if (thumbnail === null) return <span>This {name} was deleted</span>
  const { title, url, state } = thumbnail
  const label = STATE_LABELS[state]
  return (
    <>
      {url ? <img src={url} alt={title || `A ${name} without a text`} /> : <span>{title || 'No file'}</span>}
      {label && <small>{label}</small>}
    </>
  )
}

type Thumbnails = ReadonlyMap<string, Thumbnail | null>

/** Loads thumbnails, again when the page is shown again: the pictures may have been edited in the meantime. */
function useThumbnails(cma: CMAClient, pictureType: PictureType, ids: readonly string[]) {
  const [client] = useState(() => createDeskClient(cma))
  const [thumbnails, setThumbnails] = useState<Thumbnails>(new Map())
  const [error, setError] = useState<string>()
  const [loads, setLoads] = useState(1)
  const reload = () => setLoads((count) => count + 1)
  const key = ids.join()
  useEffect(() => {
    let isCurrent = true
    const show = (loaded: Thumbnails, message?: string) => {
      if (!isCurrent) return
      setThumbnails((previous) => new Map([...previous, ...loaded]))
      setError(message)
    }
    fetchThumbnails().then(show, (reason: unknown) => show(new Map(), toRequestError(reason).message))
    return () => {
      isCurrent = false
    }
  }, [key, loads])
  useEffect(() => {
    const reloadIfVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('focus', reloadIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('focus', reloadIfVisible)
    }
  }, [])
  return { thumbnails, error, reload }

  async function fetchThumbnails(): Promise<Thumbnails> {
    const entries = toMap(await client.readByIds(ids, (cma, query) => cma.entry.getMany({ query })))
    const assetIds = new Set([...entries.values()].flatMap((entry) => getAssetId(entry, pictureType) ?? []))
    const assets = toMap(await client.readByIds([...assetIds], (cma, query) => cma.asset.getMany({ query })))
    const [titleColumn] = Object.values(pictureType.columns)
    return new Map(
      ids.map((id) => {
        const entry = entries.get(id)
        if (!entry) return [id, null]
        const title = getText(entry, titleColumn?.field ?? '')
        const url = getPictureUrl(assets.get(getAssetId(entry, pictureType) ?? ''), THUMBNAIL_WIDTH)
        return [id, { title, url, state: getPublicationState(entry) }]
      }),
    )
  }
}
