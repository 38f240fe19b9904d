import type { EditorInterfaceProps } from 'contentful-management'
import type { ContentType } from '#cms/model/fields.ts'
import { editorControls } from '#cms/model/payload.ts'
import { again } from './again.ts'
import { agrees } from './agrees.ts'
import { absent } from './bring.ts'
import { type Difference, label, type ModelKind } from './kind.ts'
import type { Space } from './space-client.ts'

/** The editors' forms: widgets and help texts. Contentful makes an empty one when a content type is first published. */
export function editorInterfaces(
  { client: { editorInterface } }: Space,
  newTypes: ReadonlySet<string>,
): ModelKind<EditorInterfaceProps> {
  const read = (id: string) => again(() => editorInterface.get({ contentTypeId: id }))

  const write = (wanted: ContentType, held: EditorInterfaceProps) =>
    editorInterface.update({ contentTypeId: wanted.id }, merged(held, wanted))

  return {
    name: 'editor interface',
    read,
    needs: ({ id }) => [label('content type', id)],
    compare,

    async readMany(ids) {
      const found = await Promise.all(ids.map((id) => (newTypes.has(id) ? undefined : read(id).catch(absent))))
      return new Map(ids.flatMap((id, place) => (found[place] ? [[id, found[place]]] : [])))
    },

    nextStep(wanted, held) {
      if (!held) return { action: 'create', take: async () => write(wanted, await read(wanted.id)) }
      if (compare(wanted, held).changes.length === 0) return null
      return { action: 'update', take: () => write(wanted, held) }
    },
  }
}

function compare(wanted: ContentType, held: EditorInterfaceProps | undefined): Difference {
  const changes = editorControls(wanted)
    .map((control) => ({ field: control.fieldId, held: held && controlOf(held, control.fieldId), wanted: control }))
    .filter((change) => !agrees(change.held, change.wanted))
  return { changes, kept: [] }
}

/** Controls of fields that only the space has stay. */
function merged(held: EditorInterfaceProps, wanted: ContentType): EditorInterfaceProps {
  const controls = editorControls(wanted).map((control) => {
    const before = controlOf(held, control.fieldId)
    return { ...before, ...control, settings: { ...before?.settings, ...control.settings } }
  })
  const others = held.controls?.filter(({ fieldId }) => !(fieldId in wanted.fields)) ?? []
  return { ...held, controls: [...controls, ...others] }
}

const controlOf = ({ controls }: EditorInterfaceProps, fieldId: string) =>
  controls?.find((control) => control.fieldId === fieldId)
