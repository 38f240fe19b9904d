import { cardLine } from './card.ts'
import { afterPause, button, element } from './dom.ts'
import { type Card, cardsOf, find } from './library.ts'
import type { Kind } from './place.ts'
import type { ContentType, Item } from './shapes.ts'

const MOST_SHOWN = '60'

interface Wanted {
  readonly kind: Kind
  /** Content types that may be linked to; absent: any. */
  readonly types?: readonly string[] | undefined
  /** `image`, `video`: the kind of file that may be linked to. */
  readonly files?: string | undefined
}

/** Asks for an entry or asset in a dialog; `undefined` where none was taken. */
export function pick(wanted: Wanted, types: ReadonlyMap<string, ContentType>): Promise<Item | undefined> {
  const { promise, resolve } = Promise.withResolvers<Item | undefined>()
  const search = element('input', { type: 'search', autofocus: true })
  const results = element('ul', { class: 'rows' })
  const heading = element('h2', { id: 'picker' }, wanted.kind === 'assets' ? 'Choose a file' : 'Choose an entry')
  const dialog: HTMLDialogElement = element(
    'dialog',
    { 'aria-labelledby': 'picker' },
    heading,
    element('label', {}, 'Search ', search),
    results,
    button('Cancel', () => dialog.close()),
  )
  dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(undefined)
  })
  const show = async () => {
    const asked = search.value
    const { items } = await find(wanted.kind, parameters(wanted, asked))
    const cards = await cardsOf(items, types)
    if (search.value !== asked) return
    const take = (index: number) => {
      resolve(items[index])
      dialog.close()
    }
    results.replaceChildren(
      ...cards.map((card, index) =>
        element(
          'li',
          {},
          choice(card, () => take(index)),
        ),
      ),
    )
    if (cards.length === 0) results.append(element('li', {}, 'Nothing found'))
  }
  search.addEventListener('input', afterPause(show))
  document.body.append(dialog)
  dialog.showModal()
  show()
  return promise
}

function choice(card: Card, take: () => void): HTMLElement {
  const line = cardLine(card)
  const link = line.querySelector('a')
  link?.replaceWith(button(card.title, take))
  return line
}

const parameters = ({ types, files }: Wanted, text: string) => ({
  limit: MOST_SHOWN,
  'sys.archivedAt[exists]': 'false',
  ...(text && { query: text }),
  ...(types && { 'sys.contentType.sys.id[in]': types.join() }),
  ...(files && { 'fields.file.contentType[match]': `${files}/` }),
})
