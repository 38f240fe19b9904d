import type { FieldAppSDK } from '@contentful/app-sdk'
import { Flex, Text } from '@contentful/f36-components'
import { useFieldValue, useSDK } from '@contentful/react-apps-toolkit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { createDeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { ParagraphInput } from '#cms/photo-desk/components/paragraph-input.tsx'
import { useFieldText, useIsFieldDisabled } from './entry-field.ts'
import './search-description-field.css'

/** The control of the description of a page, with its length and the search result. Contentful shows what is invalid. */
export function SearchDescriptionField() {
  const sdk = useSDK<FieldAppSDK>()
  const id = useId()
  const { text, change } = useFieldText(sdk, 'description')
  const isDisabled = useIsFieldDisabled(sdk.field)
  const description = text ?? ''
  const { min = 0, max = Number.POSITIVE_INFINITY } = sdk.field.validations.find(({ size }) => size)?.size ?? {}
  const isTooShort = description !== '' && description.length < min
  const isInvalid = isTooShort || description.length > max
  return (
    <Flex className="search-description-field" flexDirection="column" gap="spacingXs">
      <ParagraphInput
        id={id}
        aria-label={sdk.field.name}
        value={description}
        isInvalid={isInvalid}
        isReadOnly={isDisabled}
        onChange={(value) => change(value || null)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()}
      />
      {/* Forma describes a control by the element with this id. */}
      <Text as="p" id={`${id}-${isInvalid ? 'validation' : 'helptext'}`} fontColor={isInvalid ? 'red700' : 'gray700'}>
        {description.length} of {max} characters
        {isTooShort && `, at least ${min}`}
      </Text>
      <SearchResult description={description} />
    </Flex>
  )
}

/** The page as a search engine shows it. The site’s server serves the desk too, so they have the same address. */
function SearchResult({ description }: { readonly description: string }) {
  const [title = ''] = useFieldValue<string>('title')
  const [isHidden] = useFieldValue<boolean>('noIndex')
  const path = usePagePath(useSDK<FieldAppSDK>())
  return (
    <figure className="search-result">
      <Text as="figcaption" fontColor="gray700">
        {isHidden ? 'Search engines leave this page out. The description is for shared links.' : 'In search results:'}
      </Text>
      {!isHidden && (
        <>
          <div>{[location.host, ...path.split('/').filter(Boolean)].join(' › ')}</div>
          <div className="search-result-title">{title}</div>
          <div>{description}</div>
        </>
      )}
    </figure>
  )
}

/** The path of the page that links to the entry; empty until it is known, and if there is none. */
function usePagePath({ cma, entry }: FieldAppSDK): string {
  const [client] = useState(() => createDeskClient(cma))
  const { id } = entry.getSys()
  const { data: path = '' } = useQuery({
    queryKey: ['page', id],
    queryFn: async () => {
      const { items } = await client.send((manager) => manager.entry.getMany({ query: { links_to_entry: id } }))
      return items.flatMap(({ sys }) => getPagePath(sys.contentType.sys.id) ?? []).at(0) ?? ''
    },
  })
  return path
}
