import { linkedContentTypes } from '#cms/local/content-type.ts'
import { ask } from './api.ts'
import { filesOf } from './hints.ts'
import type { OpenItem } from './open-item.ts'
import { type Kind, pageOf } from './place.ts'
import { type ContentType, type Field, item } from './shapes.ts'

/** What a field may link to. */
export function linkSetting(field: Field) {
  const linkType = (field.type === 'Array' ? field.items?.linkType : field.linkType) ?? 'Entry'
  const kind: Kind = linkType === 'Asset' ? 'assets' : 'entries'
  return { kind, linkType, allowed: linkedContentTypes(field), files: filesOf(field) }
}

/** A new draft, empty. */
export const createEntry = ({ sys }: ContentType) =>
  ask('entries', item, { method: 'POST', body: { fields: {} }, contentType: sys.id })

/** Makes an entry that this one links to, keeps the link, and goes on to the form of the new one. */
export async function create(type: ContentType, open: OpenItem, add: (id: string) => void): Promise<void> {
  await open.save() // what cannot be saved now would not keep the link either
  const { sys } = await createEntry(type)
  add(sys.id)
  await open.save()
  location.assign(pageOf('entries', sys.id))
}
