import PQueue from 'p-queue'
import { useRef, useState } from 'react'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { getContentType, getFieldValue } from './api/content-types.ts'
import { changeEntity, publishWithFiles, uploadFile } from './api/entity-requests.ts'
import { type Entity, entitySchema, getEntityPath, requestManagementApi } from './api/management-client.ts'

/** Values of the form in the default locale, by field id. `null`: no value. */
type FormValues = Readonly<Record<string, unknown>>

interface FormState {
  readonly entity: Entity
  readonly values: FormValues
  /** Ids of the fields that both have changed since the last save: `values` has one text, `entity` that of the other editor. */
  readonly contested: readonly string[]
  /** The fields before and after the changes were discarded, to undo it. */
  readonly discarded?: Readonly<Record<'before' | 'after', Entity['fields']>> | undefined
}

const toFormValues = (entity: Entity): FormValues =>
  Object.fromEntries(getContentType(entity).fields.map(({ id }) => [id, getFieldValue(entity.fields, id) ?? null]))

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields of the entity with the changed values; other fields and locales stay. If none has changed, it is `entity.fields`. */
function getEditedFields({ entity: { fields }, values }: FormState): Entity['fields'] {
  const changes = Object.entries(values).filter(([id, value]) => !isEqual(value, getFieldValue(fields, id) ?? null))
  if (changes.length === 0) return fields
  const edited = { ...fields }
  for (const [id, value] of changes) {
    const { [DEFAULT_LOCALE]: _, ...translations } = edited[id] ?? {}
    if (value !== null) edited[id] = { ...translations, [DEFAULT_LOCALE]: value }
    else if (Object.keys(translations).length > 0) edited[id] = translations
    else delete edited[id]
  }
  return edited
}

export type EntityEditor = ReturnType<typeof useEntityEditor>

/** The form of an entry or asset, and the actions on it. Each action throws `ManagementApiError`. */
export function useEntityEditor(initialEntity: Entity) {
  const [state, setState] = useState<FormState>(() => ({
    entity: initialEntity,
    values: toFormValues(initialEntity),
    contested: [],
  }))
  const latest = useRef(state) // for requests and uploads: the state of a render can be older
  const update = (changes: Partial<FormState>) => {
    latest.current = { ...latest.current, ...changes }
    setState(latest.current)
  }
  // Of two requests at once, both would send the same version, and the second would fail.
  const [queue] = useState(() => new PQueue({ concurrency: 1 }))

  /** Shows another version. Values that differ from `known`, by default from the previous version, are kept. Returns their ids. */
  const show = (entity: Entity, known = toFormValues(latest.current.entity)): readonly string[] => {
    const typed = Object.entries(latest.current.values).filter(([id, value]) => !isEqual(value, known[id]))
    update({ entity, values: { ...toFormValues(entity), ...Object.fromEntries(typed) } })
    return typed.map(([id]) => id)
  }
  const load = async () => show(await requestManagementApi(entitySchema, getEntityPath(initialEntity.sys)))
  const change = async (method: 'PUT' | 'DELETE', path: string) => {
    show(await changeEntity(latest.current.entity, method, path))
  }
  /** Saves the fields of the form, or others, which the form then shows. */
  const save = async (fields: object = getEditedFields(latest.current), { entity, values } = latest.current) => {
    if (fields !== entity.fields) show(await changeEntity(entity, 'PUT', '', fields), values)
    update({ contested: [] })
  }
  const actions = {
    save: () => save(),
    publish: async () => {
      await save()
      await publishWithFiles(latest.current.entity, show)
    },
    unpublish: () => change('DELETE', '/published'),
    archive: () => change('PUT', '/archived'),
    unarchive: () => change('DELETE', '/archived'),
    /** Brings back what was discarded. A field that was changed since stays. */
    undoDiscard: async () => {
      const { before = {}, after = {} } = latest.current.discarded ?? {}
      const edited = getEditedFields(latest.current)
      const restored = Object.keys({ ...before, ...after }).filter((id) => isEqual(edited[id], after[id]))
      await save({ ...edited, ...Object.fromEntries(restored.map((id) => [id, before[id]])) })
      update({ discarded: undefined })
    },
    remove: async () => {
      await changeEntity(latest.current.entity, 'DELETE')
      update({ values: toFormValues(latest.current.entity) })
    },
  }

  return {
    ...state,
    type: getContentType(state.entity),
    editedFields: getEditedFields(state),
    /** Whether something is not saved, also right after an action. */
    hasChanges: () => getEditedFields(latest.current) !== latest.current.entity.fields,
    getValues: () => latest.current.values,
    setValue: (id: string, value: unknown) => update({ values: { ...latest.current.values, [id]: value } }),
    /** Does an action. Returns the version after it. */
    run: (action: keyof typeof actions) =>
      queue.add(async () => {
        await actions[action]()
        return latest.current.entity
      }),
    /** Writes the published version as the draft, unless somebody else has saved since `seen`. */
    discard: (seen: Entity, { fields: after }: Entity) =>
      queue.add(async () => {
        const before = getEditedFields(latest.current)
        await save(after, { ...latest.current, entity: seen })
        update({ discarded: { before, after } })
      }),
    /** Loads the version of another editor, and keeps what was typed. Returns the ids of fields that both have changed. */
    mergeChanges: () =>
      queue.add(async () => {
        const { entity, contested } = latest.current
        const typed = await load()
        const isChanged = (id: string) => !isEqual(entity.fields[id], latest.current.entity.fields[id])
        const both = typed.filter((id) => contested.includes(id) || isChanged(id))
        update({ contested: both })
        return both
      }),
    /** Saves, and replaces the file of an asset. */
    replaceFile: (file: File) =>
      queue.add(async () => {
        await save()
        return uploadFile(file, [], latest.current.entity).finally(load)
      }),
  }
}
