import { editorInterfaceSchema, getItemState, type ItemState } from './api-schemas.ts'
import { createStateBadge, fetchContentTypes, getContentType, getItemTitle } from './content-library.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { openItemEditor } from './item-editor.ts'
import { createItemForm, formatErrorDetail } from './item-form.ts'
import { ManagementApiError, requestInEnvironment } from './management-client.ts'
import { createPreviewPane } from './preview-pane.ts'

type Action = 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'remove'

/** What can be done in which state; saving can always be done but in the archive. */
const ACTIONS: Readonly<Record<ItemState, readonly Action[]>> = {
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
export async function renderItemPage(main: HTMLElement, kind: ItemCollection, id: string): Promise<void> {
  const [types, open] = await Promise.all([fetchContentTypes(), openItemEditor(kind, id)])
  const type = getContentType(open.getItem(), types)
  const form = createItemForm(type, kind === 'entries' ? await helpTexts(type.sys.id) : new Map(), open, types)
  const heading = createElement('h1')
  const actions = createElement('div', { class: 'actions', role: 'group', 'aria-label': 'Actions' })
  const trouble = createElement('div', { class: 'trouble', role: 'alert' })

  const act = async (action: Action | 'save') => {
    if (action === 'remove' && !confirm(`Delete “${getItemTitle(open.getItem(), type)}”?`)) return
    trouble.replaceChildren()
    form.showErrors([])
    try {
      await open[action]()
      if (action === 'remove') return location.replace(getEditorPath(kind))
      showStatus(WORDS[action][1])
    } catch (error) {
      if (!(error instanceof ManagementApiError)) throw error
      trouble.replaceChildren(...(error.status === 409 ? conflict() : told(error)))
    }
  }
  const conflict = () => [
    createElement('p', {}, 'Somebody else has changed this meanwhile. What you changed is not saved.'),
    createButton('Load anew', () => {
      removeEventListener('beforeunload', keep)
      location.reload()
    }),
  ]
  const told = (refusal: ManagementApiError) => {
    const others = form.showErrors(refusal.details).map((flaw) => createElement('p', {}, formatErrorDetail(flaw)))
    return others.length > 0 || refusal.details.length === 0
      ? [createElement('p', {}, refusal.message), ...others]
      : [createElement('p', {}, 'This cannot be done yet: see the fields that are marked.')]
  }
  const keep = (event: BeforeUnloadEvent) => open.hasChanges() && event.preventDefault()

  const save = createButton(WORDS.save[0], () => act('save'), { 'aria-keyshortcuts': 'Control+S' })
  const buttons = new Map(ACTION_NAMES.map((action) => [action, createButton(WORDS[action][0], () => act(action))]))
  let pane: HTMLElement | undefined
  const toggle = async () => {
    if (pane) pane.hidden = !pane.hidden
    else {
      pane = await createPreviewPane(open, type, form.focusField)
      columns.append(pane)
    }
    preview.setAttribute('aria-expanded', String(!pane.hidden))
    sessionStorage.setItem(PREVIEW, pane.hidden ? '' : 'shown')
  }
  const preview = createButton('Live preview', toggle, { 'aria-expanded': 'false' })
  const state = createElement('span')
  const note = createElement('span', { class: 'note' })
  actions.append(save, ...buttons.values(), kind === 'entries' ? preview : '', state, note, trouble)

  const show = () => {
    const focused = document.activeElement
    const now = getItemState(open.getItem())
    heading.textContent = getItemTitle({ ...open.getItem(), fields: open.getFields() }, type)
    document.title = `${heading.textContent} · ${type.name} · Local content`
    state.replaceChildren(createStateBadge(now))
    note.textContent = open.hasChanges() ? 'Not saved yet' : ''
    save.hidden = form.fieldset.disabled = now === 'archived'
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

  const columns = createElement('div', { class: 'columns' }, form.fieldset)
  main.append(createElement('p', { class: 'type' }, type.name), heading, actions, columns)
  if (kind === 'entries' && sessionStorage.getItem(PREVIEW)) await toggle()
  form.focusField(new URLSearchParams(location.search).get('focusedField') ?? '')
}

/** Whether the preview is shown, from one entry to the next. */
const PREVIEW = 'live-preview'

const ACTION_NAMES = ['publish', 'unpublish', 'archive', 'unarchive', 'remove'] as const

async function helpTexts(type: string): Promise<ReadonlyMap<string, string>> {
  const { controls = [] } = await requestInEnvironment(`content_types/${type}/editor_interface`, editorInterfaceSchema)
  return new Map(controls.map(({ fieldId, settings }) => [fieldId, settings?.helpText ?? '']))
}
