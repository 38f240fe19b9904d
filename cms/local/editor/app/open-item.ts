import * as z from 'zod/mini'
import { LOCALE } from '#cms/model/locale.ts'
import { ask } from './api.ts'
import { byIds } from './library.ts'
import type { Kind } from './place.ts'
import { type Fields, type Item, item, linkIn, linksIn, stateOf } from './shapes.ts'

/** An entry or asset while it is edited: as Contentful has it, and what was changed since. */
export interface OpenItem {
  readonly kind: Kind
  readonly held: () => Item
  readonly fields: () => Fields
  readonly isChanged: () => boolean
  /** `undefined` takes the value away. */
  readonly set: (field: string, value: unknown) => void
  readonly onChange: (listener: () => void) => void
  readonly save: () => Promise<void>
  readonly publish: () => Promise<void>
  readonly unpublish: () => Promise<void>
  readonly archive: () => Promise<void>
  readonly unarchive: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** What is not in the form, hidden fields and other languages, is sent back as it came. */
export async function openItem(kind: Kind, id: string): Promise<OpenItem> {
  const path = `${kind}/${encodeURIComponent(id)}`
  const listeners: (() => void)[] = []
  let held = await ask(path, item)
  let fields = held.fields
  let isChanged = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const take = (answer: Item) => {
    held = answer
    if (!isChanged) fields = answer.fields
    tell()
  }
  // Two at once would both name the same version, and the second would be refused.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => () => {
    last = last.catch(() => {}).then(work)
    return last
  }
  const change = async (to: string, method: 'PUT' | 'DELETE') =>
    take(await ask(`${path}/${to}`, item, { method, version: held.sys.version }))

  const save = async () => {
    if (!isChanged) return
    const sent = fields
    const body = { metadata: held.metadata, fields: sent }
    const saved = await ask(path, item, { method: 'PUT', version: held.sys.version, body })
    isChanged = fields !== sent // somebody went on typing
    take(saved)
  }

  return {
    kind,
    held: () => held,
    fields: () => fields,
    isChanged: () => isChanged,
    set: (field, value) => {
      const { [field]: before, ...others } = fields
      fields = value === undefined ? others : { ...others, [field]: { ...before, [LOCALE]: value } }
      isChanged = true
      tell()
    },
    onChange: (listener) => listeners.push(listener),
    save: inTurn(save),
    publish: inTurn(async () => {
      await save()
      await publishFiles(fields)
      await change('published', 'PUT')
    }),
    unpublish: inTurn(() => change('published', 'DELETE')),
    archive: inTurn(() => change('archived', 'PUT')),
    unarchive: inTurn(() => change('archived', 'DELETE')),
    remove: inTurn(async () => {
      await ask(path, z.null(), { method: 'DELETE', version: held.sys.version })
      isChanged = false
    }),
  }
}

/** A picture has no readers but the entry that shows it: what was uploaded for it is published with it. */
async function publishFiles(fields: Fields): Promise<void> {
  const values = Object.values(fields).map((byLocale) => byLocale[LOCALE])
  const links = values.flatMap((value) => [linkIn(value) ?? [], linksIn(value)].flat())
  const files = await byIds(
    'assets',
    links.flatMap(({ sys }) => (sys.linkType === 'Asset' ? sys.id : [])),
  )
  for (const asset of files)
    if (stateOf(asset) === 'draft')
      await ask(`assets/${asset.sys.id}/published`, item, { method: 'PUT', version: asset.sys.version })
}
