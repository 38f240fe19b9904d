import type { EntryFieldAPI, FieldAppSDK } from '@contentful/app-sdk'
import { Flex, Note, Text } from '@contentful/f36-components'
import { useSDK } from '@contentful/react-apps-toolkit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseLink } from '#cms/links.ts'
import { createDeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { FocalPointCrops, FocalPointPicker } from '#cms/photo-desk/components/focal-point-picker.tsx'
import { describeFocalPoint, isFocalPoint, parseFocalPoint } from '#cms/photo-desk/state/pictures/focal-point.ts'
import { useFieldText, useFieldValue, useIsFieldDisabled } from './entry-field.ts'

/** The control of the focal point of an entry’s picture, with the crops of its content type. */
export function FocalPointField() {
  const pictureField = findPictureField(useSDK<FieldAppSDK>().entry)
  if (!pictureField) return <Note variant="warning">This content type has no picture.</Note>
  return <FocalPointControl pictureField={pictureField} />
}

function FocalPointControl({ pictureField }: { readonly pictureField: EntryFieldAPI }) {
  const sdk = useSDK<FieldAppSDK>()
  const { isChosen, asset, pictureUrl, error, refetch } = useEntryPicture(sdk, pictureField)
  const { text, change } = useFieldText(sdk, 'focal point')
  const isDisabled = useIsFieldDisabled(sdk.field)
  const hasPicture = isChosen && asset !== null
  const cropsProps = { pictureUrl, value: text, contentType: sdk.contentType.sys.id }
  return (
    <Flex className="focal-point-field" flexDirection="column" gap="spacingM">
      {error && (
        <Note variant="negative" role="alert">
          <p>{error.message}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </Note>
      )}
      {text !== null && !isFocalPoint(text) && (
        <Note variant="warning">“{text}” is not a focal point, so the site shows the middle. Choose a point.</Note>
      )}
      {!hasPicture && (
        <Note>
          {isChosen ? `The picture was deleted. Choose another one` : 'Choose a picture'} in “{pictureField.name}”: then
          you set here what must stay visible of it.
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

/** Returns the field with the picture of an entry. No content type has two. */
const findPictureField = ({ fields }: FieldAppSDK['entry']): EntryFieldAPI | undefined =>
  Object.values(fields).find(
    (field) =>
      field.type === 'Link' && field.validations.some(({ linkMimetypeGroup: groups }) => groups?.includes('image')),
  )

/** px; twice the width of most pictures in the form */
const PICTURE_WIDTH = 1_200

/** The picture of the entry, also before it is published. `asset`: `null` if it was deleted, `undefined` until it is loaded. */
function useEntryPicture({ cma }: FieldAppSDK, pictureField: EntryFieldAPI) {
  const [client] = useState(() => createDeskClient(cma))
  const { value: id } = useFieldValue(pictureField, (link) => parseLink(link)?.id)
  const { data: asset, ...query } = useQuery({
    queryKey: ['asset', id],
    queryFn: async () => {
      const [loaded = null] = await client.readByIds(id ? [id] : [], (manager, page) =>
        manager.asset.getMany({ query: page }),
      )
      return loaded
    },
  })
  const pictureUrl = asset ? getPictureUrl(asset, PICTURE_WIDTH) : undefined
  return { isChosen: id !== undefined, asset, pictureUrl, error: query.error, refetch: query.refetch }
}
