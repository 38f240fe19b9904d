import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { type ContentItem, type ContentTypes, editorInterfaceSchema, getItemState, itemSchema } from './api-schemas.ts'
import { StateBadge } from './content-card.tsx'
import { describeUsage, fetchContentTypes, formatTitle } from './content-library.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { FieldRow, focusField } from './field-row.tsx'
import { ActionButton } from './form-controls.tsx'
import { useStatus } from './layout.tsx'
import { formatErrorDetail, ManagementApiError, requestManagementApi } from './management-client.ts'
import { PreviewPane } from './preview-pane.tsx'
import { type ItemAction, type ItemEditor, useItemEditor } from './use-item-editor.ts'

interface ItemPageProps {
  readonly collection: ItemCollection
  readonly initialItem: ContentItem
  readonly types: ContentTypes
  /** Help texts by field id. */
  readonly help: ReadonlyMap<string, string>
}

/** Fetches what the page of an entry or asset shows. */
export async function fetchItemPage(collection: ItemCollection, id: string): Promise<ItemPageProps> {
  const [types, initialItem] = await Promise.all([
    fetchContentTypes(),
    requestManagementApi(`${collection}/${encodeURIComponent(id)}`, itemSchema),
  ])
  const typeId = initialItem.sys.contentType?.sys.id
  const { controls = [] } = typeId
    ? await requestManagementApi(`content_types/${typeId}/editor_interface`, editorInterfaceSchema)
    : {}
  const help = new Map(controls.map(({ fieldId, settings }) => [fieldId, settings?.helpText ?? '']))
  return { collection, initialItem, types, help }
}

/** Allowed actions by state; the first one is highlighted. */
const ACTIONS = {
  draft: ['save', 'publish', 'archive', 'remove'],
  changed: ['save', 'publish', 'unpublish'],
  published: ['save', 'publish', 'unpublish'],
  archived: ['unarchive', 'remove'],
} as const

const LABELS: Readonly<Record<ItemAction, readonly [name: string, done: string]>> = {
  save: ['Save', 'Saved'],
  publish: ['Publish', 'Published'],
  unpublish: ['Unpublish', 'Unpublished'],
  archive: ['Archive', 'Archived'],
  unarchive: ['Unarchive', 'Taken out of the archive'],
  remove: ['Delete', 'Deleted'],
}

/** Session storage item: whether the preview is shown. */
const PREVIEW_KEY = 'live-preview'

/** The page of an entry or asset: form, actions and live preview. */
export function ItemPage({ collection, initialItem, types, help }: ItemPageProps) {
  const editor = useItemEditor(collection, initialItem, types)
  const { item, type, form } = editor
  const { isDirty } = form.formState
  const [messages, setMessages] = useState<readonly string[]>([])
  const [isConflict, setIsConflict] = useState(false)
  const [isPreviewShown, setIsPreviewShown] = useState(() => sessionStorage.getItem(PREVIEW_KEY) !== null)
  const showStatus = useStatus()
  const state = getItemState(item)

  const run = async (action: ItemAction) => {
    if ((action === 'unpublish' || action === 'remove') && !(await confirmAction(action, editor))) return
    await handleErrors(async () => {
      await editor.run(action)
      if (action === 'remove') location.replace(getEditorPath(collection))
      else showStatus(LABELS[action][1])
    })
  }
  const handleErrors = async (work: () => Promise<void>) => {
    showStatus('')
    setMessages([])
    setIsConflict(false)
    form.clearErrors()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ManagementApiError)) throw error
      if (error.status === 409) setIsConflict(true)
      else showErrors(error)
    }
  }
  /** Shows each error at its field, and all others above the form. */
  const showErrors = ({ message, details }: ManagementApiError) => {
    const isVisible = (id: unknown) => type.fields.some((field) => field.id === id && !field.omitted)
    const byField = Map.groupBy(details, ({ path }) => (path?.[0] === 'fields' && isVisible(path[1]) ? path[1] : ''))
    for (const [id, errors] of byField)
      if (id !== '') form.setError(String(id), { message: errors.map(formatErrorDetail).join(' ') })
    const first = type.fields.find(({ id }) => byField.has(id))
    if (first) focusField(first.id)
    const others = (byField.get('') ?? []).map(formatErrorDetail)
    const isShownAtFields = details.length > 0 && others.length === 0
    setMessages(isShownAtFields ? ['This cannot be done yet: see the fields that are marked.'] : [message, ...others])
  }
  const discardChanges = () =>
    handleErrors(async () => {
      await editor.discardChanges()
      showStatus('Loaded')
    })
  const keepChanges = () =>
    handleErrors(async () => {
      const both = await editor.keepChanges()
      const names = type.fields.flatMap(({ id, name }) => (both.includes(id) ? name : []))
      showStatus('Your changes are kept')
      if (names.length > 0)
        setMessages([`Both of you have changed: ${names.join(', ')}. Saving replaces the other text.`])
    })
  const togglePreview = () => {
    if (isPreviewShown) sessionStorage.removeItem(PREVIEW_KEY)
    else sessionStorage.setItem(PREVIEW_KEY, 'shown')
    setIsPreviewShown(!isPreviewShown)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    run('save')
  })
  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => editor.hasChanges() && event.preventDefault())
  useEffect(() => {
    const controller = new AbortController()
    addEventListener('keydown', (event) => onKeyDown(event), controller)
    addEventListener('beforeunload', (event) => onBeforeUnload(event), controller)
    focusField(new URLSearchParams(location.search).get('focusedField') ?? '')
    return () => controller.abort()
  }, [])

  // The clicked button may be gone now: keyboard users continue from the first one.
  const focusedState = useRef(state)
  useEffect(() => {
    if (focusedState.current !== state && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.actions button')?.focus()
    focusedState.current = state
  }, [state])

  return (
    <FormProvider {...form}>
      <main>
        <p className="hint">{type.name}</p>
        <ItemHeading editor={editor} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend */}
        <div className="row actions" role="group" aria-label="Actions">
          {ACTIONS[state].map((action) => (
            <ActionButton
              key={action}
              aria-keyshortcuts={action === 'save' ? 'Control+S' : undefined}
              onClick={() => run(action)}
            >
              {LABELS[action][0]}
            </ActionButton>
          ))}
          {collection === 'entries' && (
            <button type="button" aria-expanded={isPreviewShown} onClick={togglePreview}>
              Live preview
            </button>
          )}
          <StateBadge state={state} />
          <span className="hint">{isDirty && 'Not saved yet'}</span>
          <div className="problem" role="alert">
            {messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
            {isConflict && (
              <>
                <p>Somebody else has changed this meanwhile. What you changed is not saved.</p>
                <ActionButton onClick={keepChanges}>Keep my changes</ActionButton>{' '}
                <ActionButton onClick={discardChanges}>Load anew</ActionButton>
              </>
            )}
          </div>
        </div>
        <div className="columns">
          <fieldset className="form" disabled={state === 'archived'}>
            {type.fields.map((field) =>
              field.omitted ? null : (
                <FieldRow key={field.id} field={field} help={help.get(field.id)} editor={editor} />
              ),
            )}
          </fieldset>
          {isPreviewShown && collection === 'entries' && <PreviewPane editor={editor} />}
        </div>
      </main>
    </FormProvider>
  )
}

/** The title as it is typed. */
function ItemHeading({ editor: { form, type } }: { readonly editor: ItemEditor }) {
  const title = formatTitle(useWatch({ control: form.control, name: type.displayField ?? '' }))
  useEffect(() => {
    document.title = `${title} · ${type.name} · Local content`
  }, [title, type])
  return <h1>{title}</h1>
}

/** Asks before an item disappears from the pages that use it. */
async function confirmAction(action: 'unpublish' | 'remove', { item, type, types, form }: ItemEditor) {
  const title = formatTitle(form.getValues(type.displayField ?? ''))
  return confirm(`${LABELS[action][0]} “${title}”?\n\n${await describeUsage(item, types)}`)
}
