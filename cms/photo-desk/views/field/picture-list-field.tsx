import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Paragraph } from '@contentful/f36-components'
import { parseLinks } from '#cms/links.ts'
import { formatAppPath, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { useFieldValue, useIsFieldDisabled } from './entry-field.ts'

interface PictureListFieldProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
}

/** The number of pictures in a list, and the way to the page of the app, where they are changed. */
export function PictureListField({ sdk, pictureType }: PictureListFieldProps) {
  const { name } = pictureType
  const { value: links } = useFieldValue(sdk.field, parseLinks)
  const isDisabled = useIsFieldDisabled(sdk.field)
  const openDesk = () => sdk.navigator.openCurrentAppPage({ path: formatAppPath(pictureType) })
  return (
    <Flex alignItems="center" flexWrap="wrap" gap="spacingM">
      <Paragraph marginBottom="none">{links.length === 1 ? `1 ${name}` : `${links.length} ${name}s`}</Paragraph>
      {!isDisabled && (
        <Button variant="primary" onClick={openDesk}>
          Open the photo desk
        </Button>
      )}
    </Flex>
  )
}
