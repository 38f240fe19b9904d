import { editorInterfaceSchema, getItemState, type ItemState } from './api-schemas.ts'
import { createStateBadge, fetchContentTypes, getContentType, getItemTitle } from './content-library.ts'
import { createButton, createElement, showStatus } from './dom.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { openItemEditor } from './item-editor.ts'
import { createItemForm, formatErrorDetail } from './item-form.ts'
import { ManagementApiError, requestInEnvironment } from './management-client.ts'
import { createPreviewPane } from './preview-pane.ts'

type Action = 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'remove'

/** Allowed actions by state. Saving is allowed in all states except archived. */
const ACTIONS: Readonly<Record<ItemState, readonly Action[]>> = {
  draft: ['publish', 'archive', 'remove'],
  changed: ['publish', 'unpublish'],
  published: ['publish', 'unpublish'],
  archived: ['unarchive', 'remove'],
}

const LABELS: Readonly<Record<Action | 'save', readonly [name: string, done: string]>> = {
  save: ['Save', 'Saved'],
  publish: ['Publish', 'Published'],
  unpublish: ['Unpublish', 'Unpublished'],
  archive: ['Archive', 'Archived'],
  unarchive: ['Unarchive', 'Taken out of the archive'],
  remove: ['Delete', 'Deleted'],
}

/** Renders the page of an entry or asset: form, actions and live preview. */
export async function renderItemPage(main: HTMLElement, collection: ItemCollection, id: string): Promise<void> {
  const [types, item] = await Promise.all([fetchContentTypes(), openItemEditor(collection, id)])
  const type = getContentType(item.getItem(), types)
  const form = createItemForm(
    type,
    collection === 'entries' ? await fetchHelpTexts(type.sys.id) : new Map(),
    item,
    types,
  )
  const heading = createElement('h1')
  const actions = createElement('div', { class: 'actions', role: 'group', 'aria-label': 'Actions' })
  const errorMessage = createElement('div', { class: 'error', role: 'alert' })

  const runAction = async (action: Action | 'save') => {
    if (action === 'remove' && !confirm(`Delete “${getItemTitle(item.getItem(), type)}”?`)) return
    errorMessage.replaceChildren()
    form.showErrors([])
    try {
      await item[action]()
      if (action === 'remove') return location.replace(getEditorPath(collection))
      showStatus(LABELS[action][1])
    } catch (error) {
      if (!(error instanceof ManagementApiError)) throw error
      errorMessage.replaceChildren(...(error.status === 409 ? createConflictMessage() : createErrorMessage(error)))
    }
  }
  const createConflictMessage = () => [
    createElement('p', {}, 'Somebody else has changed this meanwhile. What you changed is not saved.'),
    createButton('Load anew', () => {
      removeEventListener('beforeunload', preventUnload)
      location.reload()
    }),
  ]
  const createErrorMessage = (error: ManagementApiError) => {
    const otherErrors = form
      .showErrors(error.details)
      .map((detail) => createElement('p', {}, formatErrorDetail(detail)))
    return otherErrors.length > 0 || error.details.length === 0
      ? [createElement('p', {}, error.message), ...otherErrors]
      : [createElement('p', {}, 'This cannot be done yet: see the fields that are marked.')]
  }
  const preventUnload = (event: BeforeUnloadEvent) => item.hasChanges() && event.preventDefault()

  const save = createButton(LABELS.save[0], () => runAction('save'), { 'aria-keyshortcuts': 'Control+S' })
  const buttons = new Map(
    ACTION_NAMES.map((action) => [action, createButton(LABELS[action][0], () => runAction(action))]),
  )
  let pane: HTMLElement | undefined
  const togglePreview = async () => {
    if (pane) pane.hidden = !pane.hidden
    else {
      pane = await createPreviewPane(item, type, form.focusField)
      columns.append(pane)
    }
    preview.setAttribute('aria-expanded', String(!pane.hidden))
    sessionStorage.setItem(PREVIEW_KEY, pane.hidden ? '' : 'shown')
  }
  const preview = createButton('Live preview', togglePreview, { 'aria-expanded': 'false' })
  const state = createElement('span')
  const note = createElement('span', { class: 'note' })
  actions.append(save, ...buttons.values(), collection === 'entries' ? preview : '', state, note, errorMessage)

  const show = () => {
    const focusedElement = document.activeElement
    const currentState = getItemState(item.getItem())
    heading.textContent = getItemTitle({ ...item.getItem(), fields: item.getFields() }, type)
    document.title = `${heading.textContent} · ${type.name} · Local content`
    state.replaceChildren(createStateBadge(currentState))
    note.textContent = item.hasChanges() ? 'Not saved yet' : ''
    save.hidden = form.fieldset.disabled = currentState === 'archived'
    for (const [action, button] of buttons) button.hidden = !ACTIONS[currentState].includes(action)
    // The focused button may be hidden now: keyboard users continue from the first visible one.
    if (focusedElement?.matches('[hidden]')) actions.querySelector<HTMLElement>('button:not([hidden])')?.focus()
  }
  item.onChange(show)
  show()
  addEventListener('beforeunload', preventUnload)
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    runAction('save')
  })

  const columns = createElement('div', { class: 'columns' }, form.fieldset)
  main.append(createElement('p', { class: 'type' }, type.name), heading, actions, columns)
  if (collection === 'entries' && sessionStorage.getItem(PREVIEW_KEY)) await togglePreview()
  form.focusField(new URLSearchParams(location.search).get('focusedField') ?? '')
}

/** Session storage item: whether the preview is shown. */
const PREVIEW_KEY = 'live-preview'

const ACTION_NAMES = ['publish', 'unpublish', 'archive', 'unarchive', 'remove'] as const

async function fetchHelpTexts(type: string): Promise<ReadonlyMap<string, string>> {
  const { controls = [] } = await requestInEnvironment(`content_types/${type}/editor_interface`, editorInterfaceSchema)
  return new Map(controls.map(({ fieldId, settings }) => [fieldId, settings?.helpText ?? '']))
}
