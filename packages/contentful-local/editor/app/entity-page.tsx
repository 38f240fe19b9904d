import { use, useEffect, useState } from 'react'
import { type EditorField, formatTitle, getPreviewUrl } from './api/content-types.ts'
import { fetchPublished, fetchUsers } from './api/entity-requests.ts'
import { formatErrorDetail } from './api/format-error.ts'
import { type Entity, getCollection, getEditorPath, getState, ManagementApiError } from './api/management-client.ts'
import { findPublishedChanges } from './api/published-changes.ts'
import { ActionButton } from './components/action-button.tsx'
import { type Question, QuestionDialog } from './components/dialog.tsx'
import { StatusContext } from './components/status-context.ts'
import { useFetched } from './components/use-fetched.ts'
import { useWindowEvent } from './components/use-window-event.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { FieldRow, focusField, getControlId } from './field-row.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { Schedule } from './schedule.tsx'
import { type EntityEditor, isEqual, useEntityEditor } from './use-entity-editor.ts'
import { UsedIn } from './used-in.tsx'

/** Allowed actions by state; the first one is highlighted. */
const ACTIONS = {
  draft: ['save', 'publish', 'archive'],
  changed: ['save', 'publish', 'unpublish'],
  published: ['save', 'publish', 'unpublish'],
  archived: ['unarchive', 'remove'],
} as const

type Action = Parameters<EntityEditor['run']>[0]

/** Button and status message of each action, and what those do that are asked about. */
const LABELS: Readonly<Record<Action, readonly [name: string, done: string, consequence?: string]>> = {
  save: ['Save', 'Saved'],
  publish: ['Publish', 'Published'],
  unpublish: ['Unpublish', 'Unpublished', 'Visitors do not see it any more. The draft stays.'],
  archive: ['Archive', 'Archived'],
  unarchive: ['Unarchive', 'Taken out of the archive'],
  undoDiscard: ['Undo discard', 'Your draft is back'],
  remove: ['Delete', 'Deleted', 'It is deleted for good, with everything in its fields. It cannot be restored.'],
}

/** Session storage item: whether the preview is shown. */
const PREVIEW_KEY = 'live-preview'

/** Why an action was not done. */
interface Problem {
  readonly text: string
  /** The fields that it is about. */
  readonly fields: readonly EditorField[]
  /** What is wrong with each field, by its id. Absent if somebody else has saved the entity meanwhile. */
  readonly errors?: ReadonlyMap<string | undefined, string>
  /** The values that the errors are about. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** The page of an entry or asset: form, actions and live preview. */
export function EntityPage({ initialEntity }: { readonly initialEntity: Entity }) {
  const editor = useEntityEditor(initialEntity)
  const { entity, type } = editor
  const [problem, setProblem] = useState<Problem>()
  const [isPreviewShown, setIsPreviewShown] = useState(() => sessionStorage.getItem(PREVIEW_KEY) === 'true')
  const [question, setQuestion] = useState<Question>()
  const showStatus = use(StatusContext)
  const state = getState(entity)
  const title = formatTitle(editor.values[type.displayField ?? ''])
  const fields = type.fields.filter(({ omitted }) => !omitted)
  const previewUrl = getPreviewUrl(entity)
  const users = useFetched(entity.sys.id, () => fetchUsers(entity))

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
    const errors = new Map([...byField].map(([id, found]) => [id, found.map(formatErrorDetail).join('\n')]))
    const invalid = fields.filter(({ id }) => errors.has(id))
    focusField(invalid[0]?.id)
    const isShownAtFields = invalid.length > 0 && !errors.has(undefined)
    const text = isShownAtFields ? 'This cannot be done yet. See:' : `${message} ${errors.get(undefined) ?? ''}`
    setProblem({ text, fields: invalid, errors, values: editor.getValues() })
  }
  const ask = (asked: Omit<Question, 'answer'>) =>
    new Promise<boolean>((answer) => setQuestion({ ...asked, answer })).finally(() => setQuestion(undefined))
  const run = async (action: Action) => {
    const [actionName, doneText, consequence] = LABELS[action]
    if (consequence) {
      const text = (
        <>
          <p>{consequence}</p>
          <UsedIn users={await fetchUsers(entity)} />
        </>
      )
      if (!(await ask({ heading: `${actionName} “${title}”?`, text, actionName }))) return
    }
    await perform(async () => {
      await editor.run(action)
      if (action === 'remove') location.replace(getEditorPath(getCollection(entity.sys.type)))
      return doneText
    })
  }
  /** Writes the published version as the draft, after a question that shows both. */
  const discard = () =>
    perform(async () => {
      const published = await fetchPublished(entity)
      if (!published) return 'It is not published any more: there is nothing to go back to'
      const changes = await findPublishedChanges(published, editor.editedFields)
      if (changes.length === 0) return 'There are no changes: the draft is what is published'
      const actionName = changes.every(({ problem }) => problem === '') ? 'Discard' : undefined
      const text = <DiscardQuestion changes={changes} />
      if (!(await ask({ heading: `Discard the changes of “${title}”?`, text, actionName }))) return ''
      await editor.discard(entity, published)
      return 'The draft is what is published'
    })
  /** Why the value of a field is refused, until it changes. */
  const getError = (id: string) =>
    isEqual(problem?.values?.[id], editor.values[id]) ? problem?.errors?.get(id) : undefined
  const togglePreview = () => {
    sessionStorage.setItem(PREVIEW_KEY, String(!isPreviewShown))
    setIsPreviewShown(!isPreviewShown)
  }

  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!question) run('save')
  })
  useWindowEvent('beforeunload', (event) => editor.hasChanges() && event.preventDefault())
  useEffect(() => focusField(new URLSearchParams(location.search).get('focusedField')), [])

  return (
    // Named, as the header is: the framed page has both too.
    <main aria-label="Form">
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
        {entity.sys.publishedVersion != null && (state === 'changed' || editor.editedFields !== entity.fields) && (
          <ActionButton onClick={discard}>Discard changes…</ActionButton>
        )}
        {editor.discarded && <ActionButton onClick={() => run('undoDiscard')}>{LABELS.undoDiscard[0]}</ActionButton>}
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
      <div className="columns">
        {isPreviewShown && previewUrl && <PreviewPane editor={editor} url={previewUrl} />}
        <aside aria-label="About this item">
          {users ? <UsedIn users={users} /> : <p className="hint">Used in …</p>}
          {state !== 'archived' && <Schedule editor={editor} perform={perform} />}
        </aside>
        <fieldset disabled={state === 'archived'}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} editor={editor} error={getError(field.id)} />
          ))}
        </fieldset>
      </div>
      {question && <QuestionDialog {...question} />}
    </main>
  )
}
