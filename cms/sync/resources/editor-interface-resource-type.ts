import type { Control, EditorInterfaceProps } from 'contentful-management'
import { type EditorControl, toEditorControls, toEditorTabs } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { matchesDesired, type ResourceDiff, type ResourceType, resourceKey } from './resource-type.ts'

/**
 * Creates the resource type of editor interfaces: widgets, help texts and tabs. Contentful creates an empty editor interface
 * when a content type is first published.
 */
export function createEditorInterfaceResourceType({
  client: { editorInterface },
}: SpaceClient): ResourceType<ContentType, EditorInterfaceProps> {
  const read = (id: string) => editorInterface.get({ contentTypeId: id })

  const update = (desired: ContentType, actual: EditorInterfaceProps) =>
    editorInterface.update({ contentTypeId: desired.id }, mergeControls(actual, desired))

  return {
    name: 'editor interface',
    read,
    dependsOn: ({ id }) => [resourceKey('content type', id)],
    compare,

    nextStep(desired, actual) {
      if (!actual) return { action: 'create', run: async () => update(desired, await read(desired.id)) }
      if (compare(desired, actual).changes.length === 0) return null
      return { action: 'update', run: () => update(desired, actual) }
    },
  }
}

function compare(contentType: ContentType, actual: EditorInterfaceProps | undefined): ResourceDiff {
  const changes = toEditorControls(contentType)
    .map((control) => {
      const existing = actual && findControl(actual, control.fieldId)
      return { field: control.fieldId, actual: existing, desired: keepAppWidget(control, existing) }
    })
    .filter((change) => !matchesDesired(change.actual, change.desired))
  const tabs = createTabs(contentType, actual)
  const actualTabs = { editorLayout: actual?.editorLayout, groupControls: actual?.groupControls }
  const isSame = tabs === undefined || matchesDesired(actualTabs, tabs)
  const tabChanges = isSame ? [] : [{ field: 'tabs', actual: actualTabs, desired: tabs }]
  return { changes: [...changes, ...tabChanges], preserved: [] }
}

/** Controls of fields that only the space has are kept. */
function mergeControls(actual: EditorInterfaceProps, desired: ContentType): EditorInterfaceProps {
  const controls = toEditorControls(desired).map((control) => {
    const existing = findControl(actual, control.fieldId)
    return {
      ...existing,
      ...keepAppWidget(control, existing),
      settings: { ...existing?.settings, ...control.settings },
    }
  })
  return {
    ...actual,
    controls: [...controls, ...findOtherControls(desired, actual)],
    ...createTabs(desired, actual),
  }
}

const createTabs = (desired: ContentType, actual: EditorInterfaceProps | undefined) =>
  toEditorTabs(
    desired,
    findOtherControls(desired, actual).map(({ fieldId }) => fieldId),
  )

/** Returns the controls of fields that only the space has. */
const findOtherControls = ({ fields }: ContentType, actual: EditorInterfaceProps | undefined) =>
  actual?.controls?.filter(({ fieldId }) => !(fieldId in fields)) ?? []

/** Leaves out the widget if an app shows the field: who installs an app selects it as the control. */
function keepAppWidget({ fieldId, settings, ...widget }: EditorControl, existing: Control | undefined) {
  return existing?.widgetNamespace === 'app' ? { fieldId, settings } : { fieldId, ...widget, settings }
}

const findControl = ({ controls }: EditorInterfaceProps, fieldId: string) =>
  controls?.find((control) => control.fieldId === fieldId)
