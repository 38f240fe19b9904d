import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ActionButton } from './action-button.tsx'
import { type ContentItem, getItemState } from './api-schemas.ts'
import { describeUsage, formatTitle } from './content-library.ts'
import { StateBadge } from './content-list.tsx'
import { FieldRow, focusField } from './field-row.tsx'
import { useStatus } from './layout.tsx'
import { formatErrorDetail, getEditorPath, ManagementApiError } from './management-client.ts'
import { PreviewPane } from './preview-pane.tsx'
import { useItemEditor } from './use-item-editor.ts'
import { useWindowEvent } from './use-window-event.ts'

/** Allowed actions by state; the first one is highlighted. */
const ACTIONS = {
  draft: ['save', 'publish', 'archive', 'remove'],
  changed: ['save', 'publish', 'unpublish'],
  published: ['save', 'publish', 'unpublish'],
  archived: ['unarchive', 'remove'],
} as const

/** Button and status message of each action. */
const LABELS = {
  save: ['Save', 'Saved'],
  publish: ['Publish', 'Published'],
  unpublish: ['Unpublish', 'Unpublished'],
  archive: ['Archive', 'Archived'],
  unarchive: ['Unarchive', 'Taken out of the archive'],
  remove: ['Delete', 'Deleted'],
} as const
type ItemAction = keyof typeof LABELS

/** Session storage item: whether the preview is shown. */
const PREVIEW_KEY = 'live-preview'

/** The page of an entry or asset: form, actions and live preview. */
export function ItemPage({ initialItem }: { readonly initialItem: ContentItem }) {
  const editor = useItemEditor(initialItem)
  const { item, type, form } = editor
  const { isDirty, errors } = form.formState
  const [isPreviewShown, setIsPreviewShown] = useState(() => sessionStorage.getItem(PREVIEW_KEY) === 'true')
  const showStatus = useStatus()
  const state = getItemState(item)
  const title = formatTitle(useWatch({ control: form.control, name: type.displayField ?? '' }))
  const isEntry = item.sys.type === 'Entry'
  const fields = type.fields.filter(({ omitted }) => !omitted)

  /** Does work, and then shows the returned status, or what is wrong. */
  const perform = async (work: () => Promise<string>) => {
    showStatus('')
    form.clearErrors()
    try {
      showStatus(await work())
    } catch (error) {
      if (!(error instanceof ManagementApiError)) throw error
      showError(error)
    }
  }
  /** Shows each validation error at its field, and all others above the form. */
  const showError = ({ status, message, details }: ManagementApiError) => {
    if (status === 409) return form.setError('root', { type: 'conflict' })
    const byField = Map.groupBy(
      details,
      ({ path }) => fields.find(({ id }) => path?.[0] === 'fields' && path[1] === id)?.id,
    )
    const format = (id?: string) => (byField.get(id) ?? []).map(formatErrorDetail).join(' ')
    const invalid = fields.filter(({ id }) => byField.has(id))
    for (const { id } of invalid) form.setError(id, { message: format(id) })
    focusField(invalid[0]?.id)
    const isShownAtFields = invalid.length > 0 && !byField.has(undefined)
    const seeFields = 'This cannot be done yet: see the fields that are marked.'
    form.setError('root', { message: isShownAtFields ? seeFields : `${message} ${format()}` })
  }
  const run = async (action: ItemAction) => {
    const question = `${LABELS[action][0]} “${title}”?`
    const isHarmful = action === 'unpublish' || action === 'remove' // for the pages that use the item
    if (isHarmful && !confirm(`${question}\n\n${await describeUsage(item)}`)) return
    await perform(async () => {
      await editor.run(action)
      if (action === 'remove') location.replace(getEditorPath(isEntry ? 'entries' : 'assets'))
      return LABELS[action][1]
    })
  }
  const discardChanges = () => editor.discardChanges().then(() => 'Loaded')
  const keepChanges = async () => {
    const both = await editor.keepChanges()
    const names = type.fields.filter(({ id }) => both.includes(id)).map(({ name }) => name)
    const message = `Both of you have changed: ${names.join(', ')}. Saving replaces the other text.`
    if (names.length > 0) form.setError('root', { message })
    return 'Your changes are kept'
  }
  const togglePreview = () => {
    sessionStorage.setItem(PREVIEW_KEY, String(!isPreviewShown))
    setIsPreviewShown(!isPreviewShown)
  }

  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    run('save')
  })
  useWindowEvent('beforeunload', (event) => editor.hasChanges() && event.preventDefault())
  useEffect(() => focusField(new URLSearchParams(location.search).get('focusedField')), [])

  // The clicked button may be gone now: keyboard users continue from the first one.
  const focusedState = useRef(state)
  useEffect(() => {
    if (focusedState.current !== state && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.actions button')?.focus()
    focusedState.current = state
  }, [state])

  return (
    <main>
      <title>{`${title} · ${type.name} · Local content`}</title>
      <p className="hint">{type.name}</p>
      <h1>{title}</h1>
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
        {isEntry && (
          <ActionButton aria-expanded={isPreviewShown} onClick={togglePreview}>
            Live preview
          </ActionButton>
        )}
        <StateBadge state={state} />
        <span className="hint">{isDirty && 'Not saved yet'}</span>
        <div className="problem" role="alert">
          {errors.root?.message}
          {errors.root?.type === 'conflict' && (
            <p className="row">
              Somebody else has changed this meanwhile. What you changed is not saved.
              <ActionButton onClick={() => perform(keepChanges)}>Keep my changes</ActionButton>
              <ActionButton onClick={() => perform(discardChanges)}>Load anew</ActionButton>
            </p>
          )}
        </div>
      </div>
      <div className="columns">
        <fieldset className="form" disabled={state === 'archived'}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} editor={editor} />
          ))}
        </fieldset>
        {isPreviewShown && isEntry && <PreviewPane editor={editor} />}
      </div>
    </main>
  )
}
