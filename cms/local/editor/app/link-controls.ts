import type { Control, Editing } from './control.ts'
import { button, element, say } from './dom.ts'
import { byIds, cardsOf } from './library.ts'
import { linkLine } from './link-line.ts'
import { create, linkSetting } from './link-setting.ts'
import { pick } from './picker.ts'
import { type Link, linkIn, linksIn, linkTo } from './shapes.ts'
import { uploadButton, uploadFile } from './upload.ts'

/** One linked entry or asset, or a list of them in an order. */
export function linksControl({ id, field, value, set, open, types }: Editing): Control {
  const isList = field.type === 'Array'
  const { kind, linkType, allowed, files } = linkSetting(field)
  const lines = element('ol', { class: 'rows' })
  const links = (): readonly Link[] => (isList ? linksIn(value()) : [linkIn(value()) ?? []].flat())
  const idsNow = () => links().map(({ sys }) => sys.id)
  const put = (changed: readonly Link[]) => set(isList ? changed : changed[0])
  const add = (its: string) => put([...(isList ? links() : []), linkTo(linkType, its)])

  const show = async () => {
    const ids = idsNow()
    const cards = await cardsOf(await byIds(kind, ids), types)
    if (idsNow().join() !== ids.join()) return // it went on, and is shown by who changed it
    const byId = new Map(cards.map((card) => [card.id, card]))
    const line = (its: string, index: number) =>
      linkLine({
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
    target.focus()
  }
  const move = async (from: number, to: number) => {
    const all = links()
    put(all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)))
    await show()
    say(`Moved to place ${to + 1} of ${all.length}`)
    const movers = [...(lines.children[to]?.querySelectorAll<HTMLButtonElement>('.move') ?? [])]
    movers.at(to < from ? 0 : 1)?.focus()
  }

  const choose = async () => {
    const picked = await pick({ kind, types: allowed, files }, types)
    if (!picked) return
    add(picked.sys.id)
    await show()
  }
  const upload = async (file: File) => {
    say(`Uploading ${file.name}`)
    add((await uploadFile(file)).sys.id)
    await show()
    say(`Uploaded ${file.name}`)
  }
  const adding = element('p', { class: 'adding' }, button(isList ? 'Add existing…' : 'Choose…', choose))
  const target = element('div', { id, role: 'group', tabindex: -1 }, lines, adding)
  if (kind === 'assets') adding.append(uploadButton('Upload…', target, upload))
  for (const type of (allowed ?? []).flatMap((each) => types.get(each) ?? []))
    adding.append(button(`New ${type.name}`, () => create(type, open, add)))
  show()
  return { target, body: target }
}
