import { Fragment, use, useEffect, useRef, useState } from 'react'
import { getPublishState } from '#local/shared/publish-state.ts'
import { type EditorField, type Entity, formatTitle, groupFields } from './api/content-types.ts'
import { describeUsage } from './api/entity-requests.ts'
import { formatErrorDetail, getEditorPath, ManagementApiError } from './api/management-client.ts'
import { ActionButton } from './components/action-button.tsx'
import { StatusContext } from './components/status-context.ts'
import { useWindowEvent } from './components/use-window-event.ts'
import { StateBadge } from './entity-list.tsx'
import { FieldLinks, FieldRow, focusField } from './field-row.tsx'
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

const LOADED = 'Their version is loaded, and what you have typed is kept. Look at it, then try again.'

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
  const isEntry = entity.sys.type === 'Entry'
  const fields = type.fields.filter(({ omitted }) => !omitted)
  const groups = groupFields(fields, type.editorLayout)

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
    const next = contestedFields.length > 0 ? 'Both of you have changed:' : LOADED
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
      if (action === 'remove') location.replace(getEditorPath(isEntry ? 'entries' : 'assets'))
      return LABELS[action][1]
    })
  }
  const loadAgain = async () => {
    if (editor.hasChanges() && !confirm('Discard what you have typed, and load what is saved?')) return
    await perform(() => editor.discardChanges().then(() => 'Loaded'))
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
        <span className="hint">{editor.editedFields !== entity.fields && 'Not saved yet'}</span>
        <div className="row problem" role="alert">
          {problem && (
            <>
              <p>{problem.text}</p>
              <FieldLinks fields={problem.fields} />
              {!problem.errors && <ActionButton onClick={loadAgain}>Load again</ActionButton>}
            </>
          )}
        </div>
      </div>
      {state !== 'archived' && <Schedule entity={entity} save={() => editor.run('save')} perform={perform} />}
      {groups.length > 1 && (
        <nav className="row" aria-label="Groups of fields">
          {groups.map(({ name }, index) => (
            <a key={name} href={`#group-${index}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <div className="columns">
        <fieldset className="form" disabled={state === 'archived'}>
          {groups.map(({ name, fields: groupedFields }, index) => (
            <Fragment key={name}>
              {name && (
                <h2 id={`group-${index}`} tabIndex={-1}>
                  {name}
                </h2>
              )}
              {groupedFields.map((field) => (
                <FieldRow key={field.id} field={field} editor={editor} error={problem?.errors?.get(field.id)} />
              ))}
            </Fragment>
          ))}
        </fieldset>
        {isPreviewShown && isEntry && <PreviewPane editor={editor} />}
      </div>
    </main>
  )
}
