import { LOCALE } from '#cms/model/locale.ts'
import { askAt } from './api.ts'
import { place } from './place.ts'
import { fieldValue, type Item, listOf, previewEnvironment } from './shapes.ts'

/** Where an entry can be seen on the site, as the space's preview addresses say it; `undefined` where they do not. */
export async function previewAddress(entry: Item): Promise<string | undefined> {
  const type = entry.sys.contentType?.sys.id
  const { items } = await askAt(`${place.space}/preview_environments`, listOf(previewEnvironment))
  const found = items
    .flatMap(({ configurations }) => configurations)
    .find(({ contentType, enabled }) => contentType === type && enabled !== false)
  const filled = found?.url.replaceAll(/\{([^}]+)\}/g, (token, name: string) => filling(entry, name) ?? token)
  const address = URL.parse(filled ?? '')
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

function filling(entry: Item, name: string): string | undefined {
  if (name === 'entry.sys.id') return encodeURIComponent(entry.sys.id)
  if (name === 'locale') return LOCALE
  const [, field] = /^entry\.fields\.(\w+)$/.exec(name) ?? []
  const value = field && fieldValue(entry.fields, field)
  return typeof value === 'string' ? encodeURIComponent(value) : undefined
}
