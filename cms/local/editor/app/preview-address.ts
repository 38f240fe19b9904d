import { LOCALE } from '#cms/model/locale.ts'
import { type ContentItem, createListSchema, getFieldValue, previewEnvironmentSchema } from './api-schemas.ts'
import { currentPage } from './editor-url.ts'
import { requestManagementApi } from './management-client.ts'

/** Where an entry can be seen on the site, as the space's preview addresses say it; `undefined` where they do not. */
export async function fetchPreviewUrl(entry: ContentItem): Promise<string | undefined> {
  const type = entry.sys.contentType?.sys.id
  const { items } = await requestManagementApi(
    `${currentPage.space}/preview_environments`,
    createListSchema(previewEnvironmentSchema),
  )
  const found = items
    .flatMap(({ configurations }) => configurations)
    .find(({ contentType, enabled }) => contentType === type && enabled !== false)
  const filled = found?.url.replaceAll(/\{([^}]+)\}/g, (token, name: string) => filling(entry, name) ?? token)
  const address = URL.parse(filled ?? '')
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

function filling(entry: ContentItem, name: string): string | undefined {
  if (name === 'entry.sys.id') return encodeURIComponent(entry.sys.id)
  if (name === 'locale') return LOCALE
  const [, field] = /^entry\.fields\.(\w+)$/.exec(name) ?? []
  const value = field && getFieldValue(entry.fields, field)
  return typeof value === 'string' ? encodeURIComponent(value) : undefined
}
