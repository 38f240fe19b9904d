import type { FieldAppSDK } from '@contentful/app-sdk'
import { Note } from '@contentful/f36-components'
import { useAutoResizer } from '@contentful/react-apps-toolkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { FOCAL_POINT_FIELD_ID } from '#cms/model/field-definitions.ts'
import { PICTURE_TYPES } from '#cms/photo-desk/client/picture-type.ts'
import { FocalPointField } from './focal-point-field.tsx'
import { PictureListField } from './picture-list-field.tsx'

/** The entry-field location: the control of a list of pictures, or of the focal point of a picture. */
export function FieldLocation({ sdk }: { readonly sdk: FieldAppSDK }) {
  useAutoResizer()
  // The client of the desk has retried the requests, and says what to do without a connection.
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  )
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
