import type { EntryFieldAPI, FieldAppSDK } from '@contentful/app-sdk'
import { Flex, Note, Text } from '@contentful/f36-components'
import { useFieldValue, useSDK } from '@contentful/react-apps-toolkit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseLink } from '#cms/links.ts'
import { createDeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import { AlertNote } from '#cms/photo-desk/components/alert-note.tsx'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { FocalPointCrops, FocalPointPicker } from '#cms/photo-desk/components/focal-point-picker.tsx'
import { describeFocalPoint, isFocalPoint, parseFocalPoint } from '#cms/photo-desk/state/pictures/focal-point.ts'
import { useFieldText, useIsFieldDisabled } from './entry-field.ts'

/** The control of the focal point of an entry’s picture, with the crops of its content type. */
export function FocalPointField() {
  const sdk = useSDK<FieldAppSDK>()
  const pictureField = findPictureField(sdk.entry)
  const [link] = useFieldValue(pictureField.id)
  const assetId = parseLink(link)?.id
  const { data: asset, error, refetch } = useAsset(sdk, assetId)
  const { text, change } = useFieldText(sdk, 'focal point')
  const isDisabled = useIsFieldDisabled(sdk.field)
  const hasPicture = assetId !== undefined && asset !== null
  const pictureUrl = getPictureUrl(asset ?? undefined, PICTURE_WIDTH)
  const cropsProps = { pictureUrl, value: text, contentType: sdk.contentType.sys.id }
  return (
    <Flex className="focal-point-field" flexDirection="column" gap="spacingM">
      {error && (
        <AlertNote variant="negative">
          <p>{error.message}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </AlertNote>
      )}
      {text !== null && !isFocalPoint(text) && (
        <Note variant="warning">“{text}” is not a focal point, so the site shows the middle. Choose a point.</Note>
      )}
      {!hasPicture && (
        <Note>
          {assetId === undefined ? 'Choose a picture' : 'The picture was deleted. Choose another one'} in “
          {pictureField.name}”: then you set here what must stay visible of it.
        </Note>
      )}
      {hasPicture && !isDisabled && <FocalPointPicker {...cropsProps} onChange={change} />}
      {hasPicture && isDisabled && (
        <>
          <Text as="p">{describeFocalPoint(parseFocalPoint(text))}</Text>
          <FocalPointCrops {...cropsProps} />
        </>
      )}
    </Flex>
  )
}

/** Returns the field with the picture of an entry. Each content type with a focal point has one. */
function findPictureField({ fields }: FieldAppSDK['entry']): EntryFieldAPI {
  const pictureField = Object.values(fields).find(
    ({ type, validations }) =>
      type === 'Link' && validations.some(({ linkMimetypeGroup: groups }) => groups?.includes('image')),
  )
  if (!pictureField) throw new Error('The content type has no picture')
  return pictureField
}

/** px; twice the width of most pictures in the form */
const PICTURE_WIDTH = 1_200

/** An asset, also before it is published; `null` if it was deleted, `undefined` until it is loaded. */
function useAsset({ cma }: FieldAppSDK, id = '') {
  const [client] = useState(() => createDeskClient(cma))
  return useQuery({
    queryKey: ['asset', id],
    networkMode: 'always', // without a connection it fails, and says so
    queryFn: async () => {
      const [asset = null] = await client.readByIds([id], (manager, query) => manager.asset.getMany({ query }))
      return asset
    },
    enabled: id !== '',
  })
}
