import type { EditorInterfaceProps } from 'contentful-management'
import { toEditorControls } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { matchesDesired } from './matches-desired.ts'
import { type ModelResourceType, type ResourceDiff, resourceKey } from './resource-type.ts'

/** The editors' forms: widgets and help texts. Contentful makes an empty one when a content type is first published. */
export function createEditorInterfaceResourceType(
  { client: { editorInterface } }: SpaceClient,
  newTypes: ReadonlySet<string>,
): ModelResourceType<EditorInterfaceProps> {
  const read = (id: string) => retryTruncatedResponse(() => editorInterface.get({ contentTypeId: id }))

  const write = (wanted: ContentType, held: EditorInterfaceProps) =>
    editorInterface.update({ contentTypeId: wanted.id }, merged(held, wanted))

  return {
    name: 'editor interface',
    read,
    dependsOn: ({ id }) => [resourceKey('content type', id)],
    compare,

    async readMany(ids) {
      const found = await Promise.all(ids.map((id) => (newTypes.has(id) ? undefined : read(id).catch(ignoreNotFound))))
      return new Map(ids.flatMap((id, place) => (found[place] ? [[id, found[place]]] : [])))
    },

    nextStep(wanted, held) {
      if (!held) return { action: 'create', run: async () => write(wanted, await read(wanted.id)) }
      if (compare(wanted, held).changes.length === 0) return null
      return { action: 'update', run: () => write(wanted, held) }
    },
  }
}

function compare(wanted: ContentType, held: EditorInterfaceProps | undefined): ResourceDiff {
  const changes = toEditorControls(wanted)
    .map((control) => ({ field: control.fieldId, held: held && controlOf(held, control.fieldId), wanted: control }))
    .filter((change) => !matchesDesired(change.held, change.wanted))
  return { changes, preserved: [] }
}

/** Controls of fields that only the space has stay. */
function merged(held: EditorInterfaceProps, wanted: ContentType): EditorInterfaceProps {
  const controls = toEditorControls(wanted).map((control) => {
    const before = controlOf(held, control.fieldId)
    return { ...before, ...control, settings: { ...before?.settings, ...control.settings } }
  })
  const others = held.controls?.filter(({ fieldId }) => !(fieldId in wanted.fields)) ?? []
  return { ...held, controls: [...controls, ...others] }
}

const controlOf = ({ controls }: EditorInterfaceProps, fieldId: string) =>
  controls?.find((control) => control.fieldId === fieldId)
