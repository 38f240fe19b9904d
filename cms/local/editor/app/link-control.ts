import { createItemLink, type ItemLink, parseItemLink, parseItemLinks } from './api-schemas.ts'
import { fetchCards, fetchItemsByIds } from './content-library.ts'
import { openPicker } from './content-picker.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import type { FieldControl, FieldControlProps } from './field-controls.ts'
import { createLinkRow } from './link-line.ts'
import { createLinkedEntry, getLinkSettings } from './link-setting.ts'
import { createUploadButton, uploadFile } from './upload.ts'

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
