import type { MakeRequestOptions } from 'contentful-management'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Control } from './api/content-types.ts'
import { createFieldConnectMessage, createFieldMethods, sendChanges } from './app-host/app-messages.ts'
import { findAppProblem, type InstalledApp, installedApps } from './app-host/installed-apps.ts'
import { useAppFrame } from './app-host/use-app-frame.tsx'
import type { FieldControlProps } from './field-controls.tsx'

interface AppFieldProps extends Pick<FieldControlProps, 'field' | 'editor' | 'attributes'> {
  readonly control: Control
  /** The editor's own control of the field. */
  readonly children: ReactNode
}

/** A field whose control is an app. If the app cannot be shown or does not respond, it has the editor's own control. */
export function AppField(props: AppFieldProps) {
  const id = props.control.widgetId ?? ''
  const app = installedApps.get(id)
  const problem = findAppProblem(app, 'entry-field')
  if (app && !problem) return <AppFieldFrame app={app} {...props} />
  return (
    <>
      <p className="hint">{`The app ${app?.name ?? id} cannot be shown: ${problem}`}</p>
      {props.children}
    </>
  )
}

/** Actions of the CMA on an entry that make another version of it. */
const WRITES = ['update', 'patch', 'publish', 'unpublish', 'archive', 'unarchive']

function AppFieldFrame(props: AppFieldProps & { readonly app: InstalledApp }) {
  const { app, control, field, editor, attributes, children } = props
  const { entity, values } = editor
  const { helpText: _, ...instanceParameters } = control.settings ?? {} // the editor shows the help text

  /** Loads the version that the app has made of this entry. What was typed is kept. */
  const loadChange = ({ entityType, action, params }: MakeRequestOptions) => {
    if (entityType === 'Entry' && params?.entryId === entity.sys.id && WRITES.includes(action)) editor.mergeChanges()
  }
  const { frame, note, isLate, send } = useAppFrame({
    app,
    title: `${app.name}: ${field.name}`,
    createConnectMessage: () => createFieldConnectMessage(app, editor, field, instanceParameters),
    methods: createFieldMethods(editor),
    onCmaRequest: loadChange,
  })

  const sent = useRef(editor)
  const onChange = useEffectEvent(() => {
    sendChanges(send, sent.current, editor)
    sent.current = editor
  })
  useEffect(() => onChange(), [entity, values])

  const group = { role: 'group', tabIndex: -1, 'aria-labelledby': `${attributes.id}-name`, hidden: isLate }
  return (
    <>
      {note}
      {isLate && children}
      <div {...(!isLate && attributes)} {...group}>
        {frame}
      </div>
    </>
  )
}
