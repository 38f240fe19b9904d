import type { ContentItem, EditorContentType } from './api-schemas.ts'
import { type ContentCard, createCardRow, fetchCards, findItems } from './content-library.ts'
import { createButton, createElement, debounce } from './dom.ts'
import type { ItemCollection } from './editor-url.ts'

const MOST_SHOWN = '60'

interface Wanted {
  readonly kind: ItemCollection
  /** Content types that may be linked to; absent: any. */
  readonly types?: readonly string[] | undefined
  /** `image`, `video`: the kind of file that may be linked to. */
  readonly files?: string | undefined
}

/** Asks for an entry or asset in a dialog; `undefined` where none was taken. */
export function openPicker(
  wanted: Wanted,
  types: ReadonlyMap<string, EditorContentType>,
): Promise<ContentItem | undefined> {
  const { promise, resolve } = Promise.withResolvers<ContentItem | undefined>()
  const search = createElement('input', { type: 'search', autofocus: true })
  const results = createElement('ul', { class: 'rows' })
  const heading = createElement('h2', { id: 'picker' }, wanted.kind === 'assets' ? 'Choose a file' : 'Choose an entry')
  const dialog: HTMLDialogElement = createElement(
    'dialog',
    { 'aria-labelledby': 'picker' },
    heading,
    createElement('label', {}, 'Search ', search),
    results,
    createButton('Cancel', () => dialog.close()),
  )
  dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(undefined)
  })
  const show = async () => {
    const asked = search.value
    const { items } = await findItems(wanted.kind, parameters(wanted, asked))
    const cards = await fetchCards(items, types)
    if (search.value !== asked) return
    const take = (index: number) => {
      resolve(items[index])
      dialog.close()
    }
    results.replaceChildren(
      ...cards.map((card, index) =>
        createElement(
          'li',
          {},
          choice(card, () => take(index)),
        ),
      ),
    )
    if (cards.length === 0) results.append(createElement('li', {}, 'Nothing found'))
  }
  search.addEventListener('input', debounce(show))
  document.body.append(dialog)
  dialog.showModal()
  show()
  return promise
}

function choice(card: ContentCard, take: () => void): HTMLElement {
  const line = createCardRow(card)
  const link = line.querySelector('a')
  link?.replaceWith(createButton(card.title, take))
  return line
}

const parameters = ({ types, files }: Wanted, text: string) => ({
  limit: MOST_SHOWN,
  'sys.archivedAt[exists]': 'false',
  ...(text && { query: text }),
  ...(types && { 'sys.contentType.sys.id[in]': types.join() }),
  ...(files && { 'fields.file.contentType[match]': `${files}/` }),
})
