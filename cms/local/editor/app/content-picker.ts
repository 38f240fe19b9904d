import type { ContentItem, EditorContentType } from './api-schemas.ts'
import { type ContentCard, createCardRow, fetchCards, findItems } from './content-library.ts'
import { createButton, createElement, debounce } from './dom.ts'
import type { ItemCollection } from './editor-url.ts'

const MAX_SHOWN = '60'

interface PickerOptions {
  readonly collection: ItemCollection
  /** Ids of the allowed content types; absent: all. */
  readonly types?: readonly string[] | undefined
  /** The allowed group of media types, for example `image`; absent: all. */
  readonly files?: string | undefined
}

/** Opens a dialog to choose an entry or asset. Resolves with `undefined` if it is cancelled. */
export function openPicker(
  options: PickerOptions,
  types: ReadonlyMap<string, EditorContentType>,
): Promise<ContentItem | undefined> {
  const { promise, resolve } = Promise.withResolvers<ContentItem | undefined>()
  const search = createElement('input', { type: 'search', autofocus: true })
  const results = createElement('ul', { class: 'rows' })
  const heading = createElement(
    'h2',
    { id: 'picker' },
    options.collection === 'assets' ? 'Choose a file' : 'Choose an entry',
  )
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
    const searchText = search.value
    const { items } = await findItems(options.collection, createParameters(options, searchText))
    const cards = await fetchCards(items, types)
    if (search.value !== searchText) return
    const choose = (index: number) => {
      resolve(items[index])
      dialog.close()
    }
    results.replaceChildren(
      ...cards.map((card, index) =>
        createElement(
          'li',
          {},
          createChoice(card, () => choose(index)),
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

function createChoice(card: ContentCard, onChoose: () => void): HTMLElement {
  const row = createCardRow(card)
  const link = row.querySelector('a')
  link?.replaceWith(createButton(card.title, onChoose))
  return row
}

const createParameters = ({ types, files }: PickerOptions, text: string) => ({
  limit: MAX_SHOWN,
  'sys.archivedAt[exists]': 'false',
  ...(text && { query: text }),
  ...(types && { 'sys.contentType.sys.id[in]': types.join() }),
  ...(files && { 'fields.file.contentType[match]': `${files}/` }),
})
