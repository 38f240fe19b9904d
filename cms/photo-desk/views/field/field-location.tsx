import type { FieldAppSDK } from '@contentful/app-sdk'
import { Flex, Note, Paragraph } from '@contentful/f36-components'
import { useAutoResizer, useFieldValue, useSDK } from '@contentful/react-apps-toolkit'
import { parseLinks } from '#cms/links.ts'
import { FOCAL_POINT_FIELD_ID } from '#cms/model/field-definitions.ts'
import { SEARCH_DESCRIPTION } from '#cms/model/seo.ts'
import { formatAppPath, PICTURE_TYPES, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { useIsFieldDisabled } from './entry-field.ts'
import { FocalPointField } from './focal-point-field.tsx'
import { SearchDescriptionField } from './search-description-field.tsx'

/** The entry-field location: the control of a list of pictures, of a focal point, or of the description of a page. */
export function FieldLocation() {
  useAutoResizer()
  const { field, contentType } = useSDK<FieldAppSDK>()
  if (field.id === FOCAL_POINT_FIELD_ID) return <FocalPointField />
  const isOf = ({ type, field: id }: { readonly type: string; readonly field: string }) =>
    type === contentType.sys.id && id === field.id
  if (isOf(SEARCH_DESCRIPTION)) return <SearchDescriptionField />
  const pictureType = PICTURE_TYPES.find(({ page }) => isOf(page))
  if (pictureType) return <PictureListField pictureType={pictureType} />
  return <Note variant="warning">The photo desk has no pictures for the field “{field.name}”.</Note>
}

/** The number of pictures in a list, and the way to the page of the app, where they are changed. */
function PictureListField({ pictureType }: { readonly pictureType: PictureType }) {
  const { name } = pictureType
  const { field, navigator } = useSDK<FieldAppSDK>()
  const [value] = useFieldValue()
  const links = parseLinks(value)
  const isDisabled = useIsFieldDisabled(field)
  const openDesk = () => navigator.openCurrentAppPage({ path: formatAppPath(pictureType) })
  return (
    <Flex alignItems="center" flexWrap="wrap" gap="spacingM">
      <Paragraph marginBottom="none">{links.length === 1 ? `1 ${name}` : `${links.length} ${name}s`}</Paragraph>
      {!isDisabled && (
        <Button size="medium" variant="primary" onClick={openDesk}>
          Open the photo desk
        </Button>
      )}
    </Flex>
  )
}
