import { type EditorContentType, ITEM_STATES } from './api-schemas.ts'
import {
  type ContentCard,
  createCardRow,
  fetchCards,
  fetchContentTypes,
  findItems,
  MAX_RESULTS,
} from './content-library.ts'
import { createButton, createElement, debounce, showStatus } from './dom.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { createUploadButton, uploadFile } from './file-upload.ts'
import { createEntry } from './link-control.ts'

/** Renders the list of entries or assets, with a search and filters for type and state. */
export async function renderListPage(main: HTMLElement, collection: ItemCollection): Promise<void> {
  const types = await fetchContentTypes()
  const sortedTypes = [...types.values()].sort((a, b) => a.name.localeCompare(b.name))
  const options = sortedTypes.map(({ sys, name }) => createElement('option', { value: sys.id }, name))
  const states = ITEM_STATES.map((state) => createElement('option', { value: state }, state))
  const search = createElement('input', { type: 'search' })
  const type = createElement('select', {}, createElement('option', { value: '' }, 'All types'), ...options)
  const state = createElement('select', {}, createElement('option', { value: '' }, 'All states'), ...states)
  const count = createElement('p', { class: 'hint', role: 'status' })
  const rows = createElement('ul', { class: collection === 'assets' ? 'tiles' : 'rows' })

  const show = async () => {
    const filterKey = [search.value, type.value, state.value].join()
    const { items, total } = await findItems(collection, {
      ...(search.value && { query: search.value }),
      ...(type.value && { content_type: type.value }),
    })
    const cards = await fetchCards(items, types)
    if (filterKey !== [search.value, type.value, state.value].join()) return
    const shownCards = cards.filter((card) => !state.value || card.state === state.value)
    count.textContent = formatCount(shownCards, total)
    rows.replaceChildren(...shownCards.map((card) => createElement('li', {}, createCardRow(card))))
  }
  search.addEventListener('input', debounce(show))
  for (const select of [type, state]) select.addEventListener('change', show)

  const heading = collection === 'assets' ? 'Media' : 'Entries'
  document.title = `${heading} · Local content`
  const filters = createElement(
    'div',
    { class: 'filters', role: 'search' },
    createElement('label', {}, 'Search', search),
  )
  if (collection === 'entries') filters.append(createElement('label', {}, 'Type', type))
  filters.append(createElement('label', {}, 'State', state))
  main.append(
    createElement('h1', {}, heading),
    collection === 'assets' ? createUploadArea(main) : createNewEntryForm(sortedTypes),
    filters,
    count,
    rows,
  )
  await show()
}

const formatCount = (cards: readonly ContentCard[], total: number): string =>
  total > MAX_RESULTS
    ? `${cards.length} of the ${MAX_RESULTS} that changed last; search finds the others of ${total}`
    : `${cards.length} found`

function createUploadArea(main: HTMLElement): HTMLElement {
  const upload = createUploadButton('Upload…', main, async (file) => {
    showStatus(`Uploading ${file.name}`)
    const { sys } = await uploadFile(file)
    location.assign(getEditorPath('assets', sys.id))
  })
  return createElement('p', { class: 'adding' }, upload)
}

function createNewEntryForm(types: readonly EditorContentType[]): HTMLElement {
  const options = types.map(({ name }, index) => createElement('option', { value: index }, name))
  const type = createElement('select', {}, ...options)
  const create = async () => {
    const chosen = types[Number(type.value)]
    if (chosen) location.assign(getEditorPath('entries', (await createEntry(chosen)).sys.id))
  }
  return createElement(
    'p',
    { class: 'adding' },
    createElement('label', {}, 'New entry of type', type),
    createButton('Create', create),
  )
}
