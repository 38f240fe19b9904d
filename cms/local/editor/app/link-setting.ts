import { getLinkedContentTypes } from '#cms/local/content-type.ts'
import { requestInEnvironment } from './api.ts'
import { getFileTypes } from './hints.ts'
import type { ItemEditor } from './open-item.ts'
import { getPagePath, type ItemCollection } from './place.ts'
import { type EditorContentType, type EditorField, itemSchema } from './shapes.ts'

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
