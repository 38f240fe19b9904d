import { getLinkedContentTypes } from '#local/engine/content-type-definition.ts'
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

/** A control for a link, or for an ordered list of links. */
export function createLinkControl({
  id,
  field,
  getValue,
  setValue,
  item,
  contentTypes,
}: FieldControlProps): FieldControl {
  const isList = field.type === 'Array'
  const { collection, linkType, allowed, files } = getLinkSettings(field)
  const rows = createElement('ol', { class: 'rows' })
  const getLinks = (): readonly ItemLink[] =>
    isList ? parseItemLinks(getValue()) : [parseItemLink(getValue()) ?? []].flat()
  const getIds = () => getLinks().map(({ sys }) => sys.id)
  const setLinks = (links: readonly ItemLink[]) => setValue(isList ? links : links[0])
  const add = (itemId: string) => setLinks([...(isList ? getLinks() : []), createItemLink(linkType, itemId)])

  const show = async () => {
    const ids = getIds()
    const cards = await fetchCards(await fetchItemsByIds(collection, ids), contentTypes)
    if (getIds().join() !== ids.join()) return // changed during the request; another call shows it
    const cardsById = new Map(cards.map((card) => [card.id, card]))
    const createRow = (itemId: string, index: number) =>
      createLinkRow({
        card: cardsById.get(itemId),
        itemId,
        remove: () => remove(index),
        order: isList ? { list: id, index, count: ids.length, move } : undefined,
      })
    rows.replaceChildren(...ids.map(createRow))
  }
  const remove = async (index: number) => {
    setLinks(getLinks().toSpliced(index, 1))
    await show()
    focusTarget.focus()
  }
  const move = async (from: number, to: number) => {
    const links = getLinks()
    setLinks(links.toSpliced(from, 1).toSpliced(to, 0, ...links.slice(from, from + 1)))
    await show()
    showStatus(`Moved to place ${to + 1} of ${links.length}`)
    const moveButtons = [...(rows.children[to]?.querySelectorAll<HTMLButtonElement>('.move') ?? [])]
    moveButtons.at(to < from ? 0 : 1)?.focus()
  }

  const choose = async () => {
    const picked = await openPicker({ collection, types: allowed, files }, contentTypes)
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
  const focusTarget = createElement('div', { id, role: 'group', tabindex: -1 }, rows, adding)
  if (collection === 'assets') adding.append(createUploadButton('Upload…', focusTarget, upload))
  for (const type of (allowed ?? []).flatMap((id) => contentTypes.get(id) ?? []))
    adding.append(createButton(`New ${type.name}`, () => createLinkedEntry(type, item, add)))
  show()
  return { focusTarget, element: focusTarget }
}

interface LinkRowProps {
  /** `undefined` if the linked item does not exist. */
  readonly card: ContentCard | undefined
  /** Id of the linked item. */
  readonly itemId: string
  readonly remove: () => Promise<void>
  /** Position in a list; `undefined` for a single link. */
  readonly order?: ListPosition | undefined
}

interface ListPosition {
  /** Id of the list in the form. */
  readonly list: string
  readonly index: number
  readonly count: number
  readonly move: (from: number, to: number) => Promise<void>
}

/** Creates the row of a linked item. In a list it can be moved by buttons or dragged. */
function createLinkRow({ card, itemId, remove, order }: LinkRowProps): HTMLElement {
  const title = card?.title ?? `“${itemId}” is not there`
  const row = createElement('li', {}, card ? createCardRow(card) : createElement('span', { class: 'card' }, title))
  const createRowButton = (text: string, onClick: () => unknown, attributes = {}) =>
    createButton(text, onClick, { 'aria-label': `${text}: ${title}`, ...attributes })
  if (order) {
    const { index, count, move } = order
    const createMoveButton = (text: string, to: number) => {
      const isInList = to >= 0 && to < count
      return createRowButton(text, () => isInList && move(index, to), {
        class: 'move',
        'aria-disabled': String(!isInList),
      })
    }
    row.append(createMoveButton('Up', index - 1), createMoveButton('Down', index + 1))
    makeDraggable(row, order)
  }
  row.append(createRowButton('Remove', remove))
  return row
}

function makeDraggable(row: HTMLElement, { list, index, move }: ListPosition): void {
  row.draggable = true
  row.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer?.setData(DRAG_TYPE, `${list} ${index}`))
  row.addEventListener('dragover', (event) => event.dataTransfer?.types.includes(DRAG_TYPE) && event.preventDefault())
  row.addEventListener('drop', (event) => {
    const [fromList, fromIndex] = event.dataTransfer?.getData(DRAG_TYPE).split(' ') ?? []
    if (fromList !== list) return
    event.preventDefault()
    move(Number(fromIndex), index)
  })
}

/** Media type of dragged rows, so that text of other pages is not accepted. */
const DRAG_TYPE = 'text/x-list-item'

/** Collection, link type and allowed targets of a link field. */
function getLinkSettings(field: EditorField) {
  const linkType = (field.type === 'Array' ? field.items?.linkType : field.linkType) ?? 'Entry'
  const collection: ItemCollection = linkType === 'Asset' ? 'assets' : 'entries'
  return { collection, linkType, allowed: getLinkedContentTypes(field), files: getFileTypes(field) }
}

/** Creates an empty draft. */
export const createEntry = ({ sys }: EditorContentType) =>
  requestInEnvironment('entries', itemSchema, { method: 'POST', body: { fields: {} }, contentType: sys.id })

/** Creates an entry, links to it, saves the link and opens the form of the new entry. */
async function createLinkedEntry(type: EditorContentType, item: ItemEditor, add: (id: string) => void): Promise<void> {
  await item.save() // if this fails, the link could not be saved either
  const { sys } = await createEntry(type)
  add(sys.id)
  await item.save()
  location.assign(getEditorPath('entries', sys.id))
}
