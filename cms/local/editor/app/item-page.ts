import { ask, Refusal } from './api.ts'
import { badge } from './card.ts'
import { button, element, say } from './dom.ts'
import { formOf, spoken } from './form.ts'
import { contentTypes, titleOf, typeOf } from './library.ts'
import { openItem } from './open-item.ts'
import { type Kind, pageOf } from './place.ts'
import { previewPane } from './preview-pane.ts'
import { editorInterface, type State, stateOf } from './shapes.ts'

type Action = 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'remove'

/** What can be done in which state; saving can always be done but in the archive. */
const ACTIONS: Readonly<Record<State, readonly Action[]>> = {
  draft: ['publish', 'archive', 'remove'],
  changed: ['publish', 'unpublish'],
  published: ['publish', 'unpublish'],
  archived: ['unarchive', 'remove'],
}

const WORDS: Readonly<Record<Action | 'save', readonly [name: string, done: string]>> = {
  save: ['Save', 'Saved'],
  publish: ['Publish', 'Published'],
  unpublish: ['Unpublish', 'Unpublished'],
  archive: ['Archive', 'Archived'],
  unarchive: ['Unarchive', 'Taken out of the archive'],
  remove: ['Delete', 'Deleted'],
}

/** One entry or asset: its form, what can be done with it, and the page on which it stands. */
export async function itemPage(main: HTMLElement, kind: Kind, id: string): Promise<void> {
  const [types, open] = await Promise.all([contentTypes(), openItem(kind, id)])
  const type = typeOf(open.held(), types)
  const form = formOf(type, kind === 'entries' ? await helpTexts(type.sys.id) : new Map(), open, types)
  const heading = element('h1')
  const actions = element('div', { class: 'actions', role: 'group', 'aria-label': 'Actions' })
  const trouble = element('div', { class: 'trouble', role: 'alert' })

  const act = async (action: Action | 'save') => {
    if (action === 'remove' && !confirm(`Delete “${titleOf(open.held(), type)}”?`)) return
    trouble.replaceChildren()
    form.showFlaws([])
    try {
      await open[action]()
      if (action === 'remove') return location.replace(pageOf(kind))
      say(WORDS[action][1])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      trouble.replaceChildren(...(error.status === 409 ? conflict() : told(error)))
    }
  }
  const conflict = () => [
    element('p', {}, 'Somebody else has changed this meanwhile. What you changed is not saved.'),
    button('Load anew', () => {
      removeEventListener('beforeunload', keep)
      location.reload()
    }),
  ]
  const told = (refusal: Refusal) => {
    const others = form.showFlaws(refusal.flaws).map((flaw) => element('p', {}, spoken(flaw)))
    return others.length > 0 || refusal.flaws.length === 0
      ? [element('p', {}, refusal.message), ...others]
      : [element('p', {}, 'This cannot be done yet: see the fields that are marked.')]
  }
  const keep = (event: BeforeUnloadEvent) => open.isChanged() && event.preventDefault()

  const save = button(WORDS.save[0], () => act('save'), { 'aria-keyshortcuts': 'Control+S' })
  const buttons = new Map(ACTION_NAMES.map((action) => [action, button(WORDS[action][0], () => act(action))]))
  let pane: HTMLElement | undefined
  const toggle = async () => {
    if (pane) pane.hidden = !pane.hidden
    else {
      pane = await previewPane(open, type, form.focus)
      columns.append(pane)
    }
    preview.setAttribute('aria-expanded', String(!pane.hidden))
    sessionStorage.setItem(PREVIEW, pane.hidden ? '' : 'shown')
  }
  const preview = button('Live preview', toggle, { 'aria-expanded': 'false' })
  const state = element('span')
  const note = element('span', { class: 'note' })
  actions.append(save, ...buttons.values(), kind === 'entries' ? preview : '', state, note, trouble)

  const show = () => {
    const focused = document.activeElement
    const now = stateOf(open.held())
    heading.textContent = titleOf({ ...open.held(), fields: open.fields() }, type)
    document.title = `${heading.textContent} · ${type.name} · Local content`
    state.replaceChildren(badge(now))
    note.textContent = open.isChanged() ? 'Not saved yet' : ''
    save.hidden = form.body.disabled = now === 'archived'
    for (const [action, its] of buttons) its.hidden = !ACTIONS[now].includes(action)
    // What was pressed may be gone: who works with the keyboard goes on from here.
    if (focused?.matches('[hidden]')) actions.querySelector<HTMLElement>('button:not([hidden])')?.focus()
  }
  open.onChange(show)
  show()
  addEventListener('beforeunload', keep)
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    act('save')
  })

  const columns = element('div', { class: 'columns' }, form.body)
  main.append(element('p', { class: 'type' }, type.name), heading, actions, columns)
  if (kind === 'entries' && sessionStorage.getItem(PREVIEW)) await toggle()
  form.focus(new URLSearchParams(location.search).get('focusedField') ?? '')
}

/** Whether the preview is shown, from one entry to the next. */
const PREVIEW = 'live-preview'

const ACTION_NAMES = ['publish', 'unpublish', 'archive', 'unarchive', 'remove'] as const

async function helpTexts(type: string): Promise<ReadonlyMap<string, string>> {
  const { controls = [] } = await ask(`content_types/${type}/editor_interface`, editorInterface)
  return new Map(controls.map(({ fieldId, settings }) => [fieldId, settings?.helpText ?? '']))
}
