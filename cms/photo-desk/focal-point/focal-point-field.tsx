import type { EntryFieldAPI, FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Note } from '@contentful/f36-components'
import { useState } from 'react'
import { useIsFieldDisabled } from '#cms/photo-desk/entry-field.ts'
import { FieldError } from '#cms/photo-desk/field-error.tsx'
import { describeFocalPoint, formatFocalPoint, isFocalPoint, MIDDLE, parseFocalPoint } from './focal-point.ts'
import { FocalPointCrops } from './focal-point-crops.tsx'
import { FocalPointPicker } from './focal-point-picker.tsx'
import { findPictureField, useEntryPicture } from './use-entry-picture.ts'
import { useFocalPointText } from './use-focal-point-text.ts'

/** The control of the focal point of an entry’s picture, with the crops of its content type. */
export function FocalPointField({ sdk }: { readonly sdk: FieldAppSDK }) {
  const pictureField = findPictureField(sdk.entry)
  if (!pictureField) return <Note variant="warning">This content type has no picture.</Note>
  return <FocalPointControl sdk={sdk} pictureField={pictureField} />
}

interface FocalPointControlProps {
  readonly sdk: FieldAppSDK
  readonly pictureField: EntryFieldAPI
}

function FocalPointControl({ sdk, pictureField }: FocalPointControlProps) {
  const { isChosen, asset, pictureUrl, error, refetch } = useEntryPicture(sdk, pictureField)
  const { text, change } = useFocalPointText(sdk)
  const [hadValue] = useState(text !== '')
  const isDisabled = useIsFieldDisabled(sdk.field)
  const focalPoint = parseFocalPoint(text)
  const hasPicture = isChosen && asset !== null
  return (
    <Flex className="focal-point-field" flexDirection="column" gap="spacingM">
      <FieldError error={error} onRetry={refetch} />
      {text !== '' && !isFocalPoint(text) && (
        <Note variant="warning">“{text}” is not a focal point, so the site shows the middle. Choose a point.</Note>
      )}
      {!hasPicture && (
        <Note>
          {isChosen ? `The picture was deleted. Choose another one` : 'Choose a picture'} in “{pictureField.name}”: then
          you set here what must stay visible of it.
        </Note>
      )}
      {hasPicture && !isDisabled && (
        <FocalPointPicker
          pictureUrl={pictureUrl}
          value={focalPoint}
          onChange={(point) => change(toFieldText(formatFocalPoint(point)))}
        />
      )}
      {!isDisabled && (hasPicture || hadValue) && (
        <Button className="focal-point-reset" onClick={() => change('')}>
          Reset to the middle
        </Button>
      )}
      {isDisabled && <p>{describeFocalPoint(focalPoint)}</p>}
      {hasPicture && (
        <FocalPointCrops pictureUrl={pictureUrl} value={focalPoint} contentType={sdk.contentType.sys.id} />
      )}
    </Flex>
  )
}

/** Without a value the site shows the middle. */
const toFieldText = (text: string) => (text === formatFocalPoint(MIDDLE) ? '' : text)
