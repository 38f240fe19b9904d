import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Note, Paragraph } from '@contentful/f36-components'
import { useAutoResizer, useFieldValue } from '@contentful/react-apps-toolkit'
import type { AssetProps } from 'contentful-management'
import { useEffect, useState } from 'react'
import { createLink, parseLink } from '#cms/links.ts'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/pictures/picture-type.ts'
import './field-location.css'
import {
  getAssetId,
  getPictureUrl,
  getPublishState,
  getText,
  type LibraryEntry,
  type PublishState,
} from './space/library.ts'
import { toRequestError } from './space/request-error.ts'
import { createSpaceClient } from './space/space-client.ts'
import { StateBadge } from './state-badge.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** Thumbnails that the field shows. All others are counted. */
const MAX_THUMBNAILS = 12

/** px */
const THUMBNAIL_WIDTH = 240

/** The entry-field location: the pictures of a list, with the way to the page of the app, where they are changed. */
export function FieldLocation({ sdk }: { readonly sdk: FieldAppSDK }) {
  useAutoResizer()
  const [value, setValue] = useFieldValue<readonly unknown[]>()
  const pictureType = [PHOTO_TYPE, LOGO_TYPE].find(({ page }) => page.field === sdk.field.id)
  if (!pictureType)
    return <Note variant="warning">The photo desk has no pictures for the field “{sdk.field.name}”.</Note>
  const ids = (value ?? []).flatMap((link) => parseLink(link)?.id ?? [])

  const addExisting = async () => {
    const chosen = await sdk.dialogs.selectSingleEntry<LibraryEntry>({ contentTypes: [pictureType.type] })
    if (chosen && !ids.includes(chosen.sys.id)) await setValue([...(value ?? []), createLink('Entry', chosen.sys.id)])
  }
  return (
    <Flex flexDirection="column" gap="spacingM">
      <Paragraph marginBottom="none">
        {ids.length === 1 ? `1 ${pictureType.name}` : `${ids.length} ${pictureType.name}s`}
      </Paragraph>
      <Thumbnails key={ids.slice(0, MAX_THUMBNAILS).join()} sdk={sdk} pictureType={pictureType} ids={ids} />
      <Flex gap="spacingS" flexWrap="wrap">
        <Button variant="primary" onClick={() => sdk.navigator.openCurrentAppPage({ path: `/${pictureType.name}s` })}>
          Open the photo desk
        </Button>
        <Button onClick={addExisting}>Add existing …</Button>
      </Flex>
    </Flex>
  )
}

/** A picture of the field. Until it is fetched, only its id is known. */
interface FieldPicture {
  readonly id: string
  readonly title?: string
  readonly url?: string | undefined
  readonly focalPoint?: string
  readonly state?: PublishState
}

interface ThumbnailsProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
  /** Entries in the order of the field. */
  readonly ids: readonly string[]
}

function Thumbnails({ sdk, pictureType, ids }: ThumbnailsProps) {
  const [thumbnails, setThumbnails] = useState<readonly FieldPicture[]>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    fetchThumbnails(sdk, pictureType, ids.slice(0, MAX_THUMBNAILS)).then(setThumbnails, (reason: unknown) =>
      setError(toRequestError(reason).message),
    )
  }, [])
  if (error) return <Note variant="negative">{error}</Note>
  const shown: readonly FieldPicture[] = thumbnails ?? ids.slice(0, MAX_THUMBNAILS).map((id) => ({ id }))
  return (
    <ul className="field-thumbnails" aria-busy={!thumbnails}>
      {shown.map(({ id, title, url, focalPoint, state }) => (
        <li key={id}>
          <Thumbnail url={url} pictureType={pictureType} focalPoint={focalPoint} alt={title ?? ''} />
          {state && state !== 'published' && <StateBadge state={state} />}
        </li>
      ))}
      {ids.length > MAX_THUMBNAILS && <li className="field-thumbnails-more">{ids.length - MAX_THUMBNAILS} more</li>}
    </ul>
  )
}

async function fetchThumbnails(
  { cma }: FieldAppSDK,
  pictureType: PictureType,
  ids: readonly string[],
): Promise<readonly FieldPicture[]> {
  const client = createSpaceClient(cma)
  const entries = await client.readByIds(ids, (cma, query) => cma.entry.getMany({ query }))
  const assetIds = entries.flatMap((entry) => getAssetId(entry, pictureType) ?? [])
  const assets = await client.readByIds(assetIds, (cma, query) => cma.asset.getMany({ query }))
  const [titleColumn] = Object.values(pictureType.columns)
  return ids.flatMap((id) => {
    const entry = entries.find(({ sys }) => sys.id === id)
    if (!entry) return []
    const asset: AssetProps | undefined = assets.find(({ sys }) => sys.id === getAssetId(entry, pictureType))
    return {
      id,
      title: getText(entry, titleColumn?.field ?? ''),
      url: getPictureUrl(asset, THUMBNAIL_WIDTH),
      focalPoint: getText(entry, 'focalPoint'),
      state: getPublishState(entry),
    }
  })
}
