import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Note, Paragraph } from '@contentful/f36-components'
import { useAutoResizer } from '@contentful/react-apps-toolkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { parseLinks } from '#cms/links.ts'
import { FOCAL_POINT_FIELD_ID } from '#cms/model/field-definitions.ts'
import { formatAppPath, PICTURE_TYPES, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { useFieldValue, useIsFieldDisabled } from './entry-field.ts'
import { FocalPointField } from './focal-point-field.tsx'

// The client of the desk has retried the requests, and says what to do without a connection.
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })

/** The entry-field location: the control of a list of pictures, or of the focal point of a picture. */
export function FieldLocation({ sdk }: { readonly sdk: FieldAppSDK }) {
  useAutoResizer()
  return (
    <QueryClientProvider client={queryClient}>
      <FieldControl sdk={sdk} />
    </QueryClientProvider>
  )
}

function FieldControl({ sdk }: { readonly sdk: FieldAppSDK }) {
  const { field, contentType } = sdk
  if (field.id === FOCAL_POINT_FIELD_ID) return <FocalPointField sdk={sdk} />
  const pictureType = PICTURE_TYPES.find(({ page }) => page.type === contentType.sys.id && page.field === field.id)
  if (pictureType) return <PictureListField sdk={sdk} pictureType={pictureType} />
  return <Note variant="warning">The photo desk has no pictures for the field “{field.name}”.</Note>
}

interface PictureListFieldProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
}

/** The number of pictures in a list, and the way to the page of the app, where they are changed. */
function PictureListField({ sdk, pictureType }: PictureListFieldProps) {
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
