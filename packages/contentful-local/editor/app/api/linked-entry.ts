import { DEFAULT_LOCALE } from '#local/constants.ts'
import { collectLinks, createLink } from '#local/shared/links.ts'
import { type EditorField, type Entity, getContentType, getFieldValue } from './content-types.ts'
import { changeEntity, createEntry, fetchEntitiesByIds } from './entity-requests.ts'
import { getEntityUrl } from './management-client.ts'

/** The field of an entry for which another entry is created. */
export interface LinkSource {
  readonly entry: Entity
  readonly field: EditorField
}

/** Creates an entry and opens its page. The field gets the link to it when it is saved for the first time. */
export async function createLinkedEntry(contentType: string, { entry, field }: LinkSource): Promise<void> {
  const { sys } = await createEntry(contentType)
  const parameters = new URLSearchParams({ linkedFrom: entry.sys.id, linkedField: field.id })
  location.assign(`${getEntityUrl(sys)}?${parameters}`)
}

/** Loads the field that gets a link to the entry of this page; `undefined` if none does. */
export async function loadLinkSource(): Promise<LinkSource | undefined> {
  const parameters = new URLSearchParams(location.search)
  const id = parameters.get('linkedFrom')
  if (id === null) return undefined
  const [entry] = await fetchEntitiesByIds('entries', [id])
  const field =
    entry && getContentType(entry).fields.find((candidate) => candidate.id === parameters.get('linkedField'))
  return field && { entry, field }
}

/** Adds the link to the entry of this page to the field that it was created for. A single link that was set meanwhile is kept. */
export async function addPendingLink({ sys }: Entity): Promise<void> {
  const source = await loadLinkSource()
  if (!source) return
  const { entry, field } = source
  const links = collectLinks(getFieldValue(entry.fields, field.id))
  const link = createLink('Entry', sys.id)
  const value = { ...entry.fields[field.id], [DEFAULT_LOCALE]: field.items ? [...links, link] : link }
  if (field.items || links.length === 0) await changeEntity(entry, 'PUT', '', { ...entry.fields, [field.id]: value })
  history.replaceState(null, '', location.pathname)
}
