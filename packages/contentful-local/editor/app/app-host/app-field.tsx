import type { MakeRequestOptions } from 'contentful-management'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionButton } from '#local/editor/app/action-button.tsx'
import { getItemState, type InterfaceControl } from '#local/editor/app/api-schemas.ts'
import type { FieldControlProps } from '#local/editor/app/field-controls.tsx'
import { useFetched } from '#local/editor/app/use-fetched.ts'
import { AppNote } from './app-page.tsx'
import { findFrameProblem, hasLocation, type InstalledApp } from './app-schemas.ts'
import { type AppContext, createFieldMessage } from './connect-message.ts'
import { createFieldMethods } from './field-methods.ts'
import { getChangeEvents } from './field-states.ts'
import { installedApps } from './installed-apps.ts'
import { loadAppContext } from './load-app-context.ts'
import { useAppFrame } from './use-app-frame.tsx'

interface AppFieldProps extends Pick<FieldControlProps, 'field' | 'editor' | 'attributes'> {
  readonly control: InterfaceControl
  /** The editor's own control of the field. */
  readonly children: ReactNode
}

/**
 * A field whose control is an app. If the app cannot be shown or does not respond, and when the editor wishes so, the field
 * has the editor's own control.
 */
export function AppField({ control, children, ...props }: AppFieldProps) {
  const [isAppShown, setIsAppShown] = useState(true)
  const context = useFetched('', () => loadAppContext().catch(() => null))
  const id = control.widgetId ?? ''
  const app = installedApps.get(id)
  const problem = findProblem(app, context)
  if (!app || problem)
    return (
      <>
        <p className="hint">{`The app ${app?.name ?? id} does not respond: ${problem}`}</p>
        {children}
      </>
    )
  return (
    <>
      {!isAppShown && children}
      {isAppShown && context && (
        <AppFieldFrame app={app} context={context} control={control} {...props}>
          {children}
        </AppFieldFrame>
      )}
      <p className="row">
        <ActionButton onClick={() => setIsAppShown(!isAppShown)}>
          {`Edit ${isAppShown ? 'without' : 'with'} ${app.name}`}
        </ActionButton>
      </p>
    </>
  )
}

/** Returns why the app cannot be shown in the field. `context`: `null` if it cannot be loaded. */
function findProblem(app: InstalledApp | undefined, context: AppContext | null | undefined): string | undefined {
  if (!app) return 'it is not installed.'
  if (!hasLocation(app, 'entry-field')) return 'it has no location entry-field.'
  if (context === null) return 'the description of the space cannot be loaded. Reload the page.'
  return findFrameProblem(app, location.origin)
}

interface AppFieldFrameProps extends AppFieldProps {
  readonly app: InstalledApp
  readonly context: AppContext
}

/** Actions of the CMA on an entry that make another version of it. */
const WRITES = ['update', 'patch', 'publish', 'unpublish', 'archive', 'unarchive']

function AppFieldFrame({ app, context, control, field, editor, attributes, children }: AppFieldFrameProps) {
  const { item, values } = editor
  const isDisabled = getItemState(item) === 'archived'
  const states = { values, isDisabled }
  const { helpText: _, ...instanceParameters } = control.settings ?? {}

  const methods = createFieldMethods({
    hasField: (fieldId) => Object.hasOwn(values, fieldId),
    isDisabled: () => isDisabled,
    setValue: editor.setValue,
  })
  /** Loads the version that the app has made of this entry. What was typed is kept. */
  const loadChange = ({ entityType, action, params }: MakeRequestOptions) => {
    if (entityType === 'Entry' && params?.entryId === item.sys.id && WRITES.includes(action)) editor.mergeChanges()
  }
  const { frame, status, send } = useAppFrame({
    app,
    title: `${app.name}: ${field.name}`,
    createConnectMessage: () =>
      createFieldMessage(app, context, { item, fieldId: field.id, states, instanceParameters }),
    methods,
    onCmaRequest: loadChange,
  })

  const sentStates = useRef(states)
  const sendChanges = useEffectEvent(() => {
    for (const event of getChangeEvents(sentStates.current, states)) send(...event)
    sentStates.current = states
  })
  useEffect(() => sendChanges(), [values, isDisabled])
  useEffect(() => send('sysChanged', item.sys), [item, send])

  const isLate = status === 'late'
  const group = { role: 'group', tabIndex: -1, 'aria-labelledby': `${attributes.id}-name`, hidden: isLate }
  return (
    <>
      <AppNote app={app} status={status} />
      {isLate && children}
      <div {...(!isLate && attributes)} {...group}>
        {frame}
      </div>
    </>
  )
}
