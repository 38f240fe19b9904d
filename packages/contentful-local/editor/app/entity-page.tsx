import { use, useEffect, useRef, useState } from 'react'
import { getPublishState } from '#local/shared/publish-state.ts'
import { type EditorField, formatTitle, getPreviewUrl } from './api/content-types.ts'
import { describeUsage } from './api/entity-requests.ts'
import { type Entity, formatErrorDetail, getEditorPath, ManagementApiError } from './api/management-client.ts'
import { ActionButton } from './components/action-button.tsx'
import { StatusContext } from './components/status-context.ts'
import { useWindowEvent } from './components/use-window-event.ts'
import { FieldRow, focusField, getControlId } from './field-row.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { Schedule } from './schedule.tsx'
import { useEntityEditor } from './use-entity-editor.ts'

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

/** Session storage item: whether the preview is shown. */
const PREVIEW_KEY = 'live-preview'

/** Why an action was not done. */
interface Problem {
  readonly text: string
  /** The fields that it is about. */
  readonly fields: readonly EditorField[]
  /** What is wrong with each field, by its id. Absent if somebody else has saved the entity meanwhile. */
  readonly errors?: ReadonlyMap<string | undefined, string>
}

/** The page of an entry or asset: form, actions and live preview. */
export function EntityPage({ initialEntity }: { readonly initialEntity: Entity }) {
  const editor = useEntityEditor(initialEntity)
  const { entity, type } = editor
  const [problem, setProblem] = useState<Problem>()
  const [isPreviewShown, setIsPreviewShown] = useState(() => sessionStorage.getItem(PREVIEW_KEY) === 'true')
  const showStatus = use(StatusContext)
  const state = getPublishState(entity.sys)
  const title = formatTitle(editor.values[type.displayField ?? ''])
  const fields = type.fields.filter(({ omitted }) => !omitted)
  const previewUrl = getPreviewUrl(entity)

  /** Does work, and then shows the returned status, or what is wrong. */
  const perform = async (work: () => Promise<string>) => {
    showStatus('')
    setProblem(undefined)
    try {
      showStatus(await work())
    } catch (error) {
      if (!(error instanceof ManagementApiError)) throw error
      await (error.status === 409 ? showConflict() : showError(error))
    }
  }
  /** Loads the version of the other editor into the form. What was typed is kept. */
  const showConflict = async () => {
    const both = await editor.mergeChanges()
    const contestedFields = fields.filter(({ id }) => both.includes(id))
    const kept = 'Their version is loaded, and what you have typed is kept. Look at it, then try again.'
    const next = contestedFields.length > 0 ? 'Both of you have changed:' : kept
    setProblem({ text: `Somebody else has saved meanwhile. ${next}`, fields: contestedFields })
  }
  /** Shows each validation error at its field, and all others above the form. */
  const showError = ({ message, details }: ManagementApiError) => {
    const byField = Map.groupBy(
      details,
      ({ path }) => fields.find(({ id }) => path?.[0] === 'fields' && path[1] === id)?.id,
    )
    const errors = new Map([...byField].map(([id, found]) => [id, found.map(formatErrorDetail).join(' ')]))
    const invalid = fields.filter(({ id }) => errors.has(id))
    focusField(invalid[0]?.id)
    const isShownAtFields = invalid.length > 0 && !errors.has(undefined)
    const text = isShownAtFields ? 'This cannot be done yet. See:' : `${message} ${errors.get(undefined) ?? ''}`
    setProblem({ text, fields: invalid, errors })
  }
  const run = async (action: keyof typeof LABELS) => {
    const question = `${LABELS[action][0]} “${title}”?`
    const isHarmful = action === 'unpublish' || action === 'remove' // for the pages that use the entity
    if (isHarmful && !confirm(`${question}\n\n${await describeUsage(entity)}`)) return
    await perform(async () => {
      await editor.run(action)
      if (action === 'remove') location.replace(getEditorPath(entity.sys.type === 'Entry' ? 'entries' : 'assets'))
      return LABELS[action][1]
    })
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
          <ActionButton key={action} onClick={() => run(action)}>
            {LABELS[action][0]}
          </ActionButton>
        ))}
        {previewUrl && (
          <>
            <ActionButton aria-expanded={isPreviewShown} onClick={togglePreview}>
              Live preview
            </ActionButton>
            <a href={previewUrl.href} target="_blank" rel="noreferrer">
              Page with drafts
            </a>
          </>
        )}
        <span className={`badge ${state}`}>{state}</span>
        <span className="hint">{editor.editedFields !== entity.fields && 'Not saved yet'}</span>
        <div className="row problem" role="alert">
          {problem && (
            <>
              <p>{problem.text}</p>
              {problem.fields.map(({ id, name }) => (
                <a key={id} href={`#${getControlId(id)}`}>
                  {name}
                </a>
              ))}
              {!problem.errors && <ActionButton onClick={() => location.reload()}>Load again</ActionButton>}
            </>
          )}
        </div>
      </div>
      {state !== 'archived' && <Schedule entity={entity} save={() => editor.run('save')} perform={perform} />}
      <div className="columns">
        {isPreviewShown && previewUrl && <PreviewPane editor={editor} url={previewUrl} />}
        <fieldset className="form" disabled={state === 'archived'}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} editor={editor} error={problem?.errors?.get(field.id)} />
          ))}
        </fieldset>
      </div>
    </main>
  )
}
