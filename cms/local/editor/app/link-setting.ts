import { getLinkedContentTypes } from '#cms/graphql/content-type-definition.ts'
import { type EditorContentType, type EditorField, itemSchema } from './api-schemas.ts'
import { getPagePath, type ItemCollection } from './editor-url.ts'
import { getFileTypes } from './field-hints.ts'
import type { ItemEditor } from './item-editor.ts'
import { requestInEnvironment } from './management-client.ts'

/** What a field may link to. */
export function getLinkSettings(field: EditorField) {
  const linkType = (field.type === 'Array' ? field.items?.linkType : field.linkType) ?? 'Entry'
  const kind: ItemCollection = linkType === 'Asset' ? 'assets' : 'entries'
  return { kind, linkType, allowed: getLinkedContentTypes(field), files: getFileTypes(field) }
}

/** A new draft, empty. */
export const createEntry = ({ sys }: EditorContentType) =>
  requestInEnvironment('entries', itemSchema, { method: 'POST', body: { fields: {} }, contentType: sys.id })

/** Makes an entry that this one links to, keeps the link, and goes on to the form of the new one. */
export async function createLinkedEntry(
  type: EditorContentType,
  open: ItemEditor,
  add: (id: string) => void,
): Promise<void> {
  await open.save() // what cannot be saved now would not keep the link either
  const { sys } = await createEntry(type)
  add(sys.id)
  await open.save()
  location.assign(getPagePath('entries', sys.id))
}
