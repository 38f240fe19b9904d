import { getLinkedContentTypes } from '#cms/graphql/content-type-definition.ts'
import {
  createItemLink,
  type EditorContentType,
  type EditorField,
  type ItemLink,
  itemSchema,
  parseItemLink,
  parseItemLinks,
} from './api-schemas.ts'
import { type ContentCard, createCardRow, fetchCards, fetchItemsByIds } from './content-library.ts'
import { openPicker } from './content-picker.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import type { FieldControl, FieldControlProps } from './field-controls.ts'
import { getFileTypes } from './field-hints.ts'
import { createUploadButton, uploadFile } from './file-upload.ts'
import type { ItemEditor } from './item-editor.ts'
import { requestInEnvironment } from './management-client.ts'

/** One linked entry or asset, or a list of them in an order. */
export function createLinkControl({
  id,
  field,
  getValue,
  setValue,
  item,
  contentTypes,
}: FieldControlProps): FieldControl {
  const isList = field.type === 'Array'
  const { kind, linkType, allowed, files } = getLinkSettings(field)
  const lines = createElement('ol', { class: 'rows' })
  const links = (): readonly ItemLink[] =>
    isList ? parseItemLinks(getValue()) : [parseItemLink(getValue()) ?? []].flat()
  const idsNow = () => links().map(({ sys }) => sys.id)
  const put = (changed: readonly ItemLink[]) => setValue(isList ? changed : changed[0])
  const add = (its: string) => put([...(isList ? links() : []), createItemLink(linkType, its)])

  const show = async () => {
    const ids = idsNow()
    const cards = await fetchCards(await fetchItemsByIds(kind, ids), contentTypes)
    if (idsNow().join() !== ids.join()) return // it went on, and is shown by who changed it
    const byId = new Map(cards.map((card) => [card.id, card]))
    const line = (its: string, index: number) =>
      createLinkRow({
        card: byId.get(its),
        its,
        remove: () => remove(index),
        order: isList ? { list: id, index, count: ids.length, move } : undefined,
      })
    lines.replaceChildren(...ids.map(line))
  }
  const remove = async (index: number) => {
    put(links().toSpliced(index, 1))
    await show()
    focusTarget.focus()
  }
  const move = async (from: number, to: number) => {
    const all = links()
    put(all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)))
    await show()
    showStatus(`Moved to place ${to + 1} of ${all.length}`)
    const movers = [...(lines.children[to]?.querySelectorAll<HTMLButtonElement>('.move') ?? [])]
    movers.at(to < from ? 0 : 1)?.focus()
  }

  const choose = async () => {
    const picked = await openPicker({ kind, types: allowed, files }, contentTypes)
    if (!picked) return
    add(picked.sys.id)
    await show()
  }
  const upload = async (file: File) => {
    showStatus(`Uploading ${file.name}`)
    add((await uploadFile(file)).sys.id)
    await show()
    showStatus(`Uploaded ${file.name}`)
  }
  const adding = createElement('p', { class: 'adding' }, createButton(isList ? 'Add existing…' : 'Choose…', choose))
  const focusTarget = createElement('div', { id, role: 'group', tabindex: -1 }, lines, adding)
  if (kind === 'assets') adding.append(createUploadButton('Upload…', focusTarget, upload))
  for (const type of (allowed ?? []).flatMap((each) => contentTypes.get(each) ?? []))
    adding.append(createButton(`New ${type.name}`, () => createLinkedEntry(type, item, add)))
  show()
  return { focusTarget, element: focusTarget }
}

interface Line {
  /** Absent where what is linked is not there. */
  readonly card: ContentCard | undefined
  /** The id of what is linked. */
  readonly its: string
  readonly remove: () => Promise<void>
  /** Absent where there is only one. */
  readonly order?: Order | undefined
}

interface Order {
  /** Tells this list from others of the form. */
  readonly list: string
  readonly index: number
  readonly count: number
  readonly move: (from: number, to: number) => Promise<void>
}

/** One linked entry or asset with its buttons; in a list it can be moved by them, or dragged. */
function createLinkRow({ card, its, remove, order }: Line): HTMLElement {
  const title = card?.title ?? `“${its}” is not there`
  const line = createElement('li', {}, card ? createCardRow(card) : createElement('span', { class: 'card' }, title))
  const act = (text: string, press: () => unknown, attributes = {}) =>
    createButton(text, press, { 'aria-label': `${text}: ${title}`, ...attributes })
  if (order) {
    const { index, count, move } = order
    const mover = (text: string, to: number) => {
      const isThere = to >= 0 && to < count
      return act(text, () => isThere && move(index, to), { class: 'move', 'aria-disabled': String(!isThere) })
    }
    line.append(mover('Up', index - 1), mover('Down', index + 1))
    makeDraggable(line, order)
  }
  line.append(act('Remove', remove))
  return line
}

function makeDraggable(line: HTMLElement, { list, index, move }: Order): void {
  line.draggable = true
  line.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer?.setData(DRAGGED, `${list} ${index}`))
  line.addEventListener('dragover', (event) => event.dataTransfer?.types.includes(DRAGGED) && event.preventDefault())
  line.addEventListener('drop', (event) => {
    const [from, place] = event.dataTransfer?.getData(DRAGGED).split(' ') ?? []
    if (from !== list) return
    event.preventDefault()
    move(Number(place), index)
  })
}

/** Lists take only what was dragged in a list; a text of another page is none. */
const DRAGGED = 'text/x-list-item'

/** What a field may link to. */
function getLinkSettings(field: EditorField) {
  const linkType = (field.type === 'Array' ? field.items?.linkType : field.linkType) ?? 'Entry'
  const kind: ItemCollection = linkType === 'Asset' ? 'assets' : 'entries'
  return { kind, linkType, allowed: getLinkedContentTypes(field), files: getFileTypes(field) }
}

/** A new draft, empty. */
export const createEntry = ({ sys }: EditorContentType) =>
  requestInEnvironment('entries', itemSchema, { method: 'POST', body: { fields: {} }, contentType: sys.id })

/** Makes an entry that this one links to, keeps the link, and goes on to the form of the new one. */
async function createLinkedEntry(type: EditorContentType, open: ItemEditor, add: (id: string) => void): Promise<void> {
  await open.save() // what cannot be saved now would not keep the link either
  const { sys } = await createEntry(type)
  add(sys.id)
  await open.save()
  location.assign(getEditorPath('entries', sys.id))
}
