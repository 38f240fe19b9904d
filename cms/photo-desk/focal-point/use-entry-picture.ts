import type { EntryFieldAPI, FieldAppSDK } from '@contentful/app-sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseLink } from '#cms/links.ts'
import { useFieldValue } from '#cms/photo-desk/entry-field.ts'
import { createDeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { getPictureUrl } from '#cms/photo-desk/space/space-pictures.ts'

/** Returns the field with the picture of an entry. No content type has two. */
export const findPictureField = ({ fields }: FieldAppSDK['entry']): EntryFieldAPI | undefined =>
  Object.values(fields).find(
    (field) =>
      field.type === 'Link' && field.validations.some(({ linkMimetypeGroup: groups }) => groups?.includes('image')),
  )

/** px; twice the width of most pictures in the form */
const PICTURE_WIDTH = 1_200

/** The picture of the entry, also before it is published. `asset`: `null` if it was deleted, `undefined` until it is loaded. */
export function useEntryPicture({ cma }: FieldAppSDK, pictureField: EntryFieldAPI) {
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
