import { cardLine } from './card.ts'
import { afterPause, button, element, say } from './dom.ts'
import { type Card, cardsOf, contentTypes, find, MOST_FOUND } from './library.ts'
import { createEntry } from './link-setting.ts'
import { type Kind, pageOf } from './place.ts'
import { type ContentType, STATES } from './shapes.ts'
import { uploadButton, uploadFile } from './upload.ts'

/** All entries, or the media library: searched by text, and narrowed to a type and a state. */
export async function listPage(main: HTMLElement, kind: Kind): Promise<void> {
  const types = await contentTypes()
  const byName = [...types.values()].sort((one, other) => one.name.localeCompare(other.name))
  const options = byName.map(({ sys, name }) => element('option', { value: sys.id }, name))
  const states = STATES.map((state) => element('option', { value: state }, state))
  const search = element('input', { type: 'search' })
  const type = element('select', {}, element('option', { value: '' }, 'All types'), ...options)
  const state = element('select', {}, element('option', { value: '' }, 'All states'), ...states)
  const count = element('p', { class: 'hint', role: 'status' })
  const rows = element('ul', { class: kind === 'assets' ? 'tiles' : 'rows' })

  const show = async () => {
    const asked = [search.value, type.value, state.value].join()
    const { items, total } = await find(kind, {
      ...(search.value && { query: search.value }),
      ...(type.value && { content_type: type.value }),
    })
    const cards = await cardsOf(items, types)
    if (asked !== [search.value, type.value, state.value].join()) return
    const shown = cards.filter((card) => !state.value || card.state === state.value)
    count.textContent = counted(shown, total)
    rows.replaceChildren(...shown.map((card) => element('li', {}, cardLine(card))))
  }
  search.addEventListener('input', afterPause(show))
  for (const select of [type, state]) select.addEventListener('change', show)

  const heading = kind === 'assets' ? 'Media' : 'Entries'
  document.title = `${heading} · Local content`
  const filters = element('div', { class: 'filters', role: 'search' }, element('label', {}, 'Search', search))
  if (kind === 'entries') filters.append(element('label', {}, 'Type', type))
  filters.append(element('label', {}, 'State', state))
  main.append(element('h1', {}, heading), kind === 'assets' ? uploads(main) : creation(byName), filters, count, rows)
  await show()
}

const counted = (shown: readonly Card[], total: number): string =>
  total > MOST_FOUND
    ? `${shown.length} of the ${MOST_FOUND} that changed last; search finds the others of ${total}`
    : `${shown.length} found`

function uploads(main: HTMLElement): HTMLElement {
  const upload = uploadButton('Upload…', main, async (file) => {
    say(`Uploading ${file.name}`)
    const { sys } = await uploadFile(file)
    location.assign(pageOf('assets', sys.id))
  })
  return element('p', { class: 'adding' }, upload)
}

function creation(types: readonly ContentType[]): HTMLElement {
  const options = types.map(({ name }, index) => element('option', { value: index }, name))
  const type = element('select', {}, ...options)
  const make = async () => {
    const chosen = types[Number(type.value)]
    if (chosen) location.assign(pageOf('entries', (await createEntry(chosen)).sys.id))
  }
  return element('p', { class: 'adding' }, element('label', {}, 'New entry of type', type), button('Create', make))
}
