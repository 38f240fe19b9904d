import type { EditorInterfaceProps } from 'contentful-management'
import { capitalize } from '#shared/capitalize.ts'
import { LOCALE } from '#shared/constants.ts'
import type { ContentType, Field, LinkDefinition, Validation } from './field-definitions.ts'
import { getFieldKind } from './field-kinds.ts'

/** A field in the format of the management API. */
interface FieldPayload {
  readonly id: string
  readonly name: string
  readonly type: Field['type'] | 'Object'
  readonly required: boolean
  readonly localized: false
  readonly disabled: boolean
  readonly omitted: boolean
  readonly validations: Validation[]
  readonly linkType?: LinkDefinition['to']
  readonly defaultValue?: Readonly<Record<string, boolean>>
  readonly items?: {
    readonly type: 'Link' | 'Symbol'
    readonly linkType?: LinkDefinition['to']
    readonly validations: Validation[]
  }
}

/** A content type in the format of the management API. Its lists are mutable, as the types of the SDK require. */
export interface ContentTypePayload {
  readonly name: string
  readonly description: string
  readonly displayField: string
  readonly fields: FieldPayload[]
}

/** The editor of a field: Contentful's widget for its kind, with a help text. */
export interface EditorControl {
  readonly fieldId: string
  readonly widgetNamespace: 'builtin'
  readonly widgetId: string
  readonly settings: { readonly helpText: string; readonly [name: string]: string }
}

/** Converts a content type for the management API. */
export function toContentTypePayload(type: ContentType): ContentTypePayload {
  return {
    name: type.name,
    description: type.description,
    displayField: type.title,
    fields: [...Object.entries(type.fields).map(([id, field]) => toFieldPayload(id, field)), SEED_FINGERPRINTS_FIELD],
  }
}

/** Creates the editor interface of a content type with its help texts. */
export function toEditorControls(type: ContentType): readonly EditorControl[] {
  return Object.entries(type.fields).map(([fieldId, { kind, help }]) => {
    const { widgetId, widgetSettings } = getFieldKind(kind)
    return { fieldId, widgetNamespace: 'builtin', widgetId, settings: { helpText: help, ...widgetSettings } }
  })
}

type EditorTabs = Required<Pick<EditorInterfaceProps, 'editorLayout' | 'groupControls'>>

/**
 * Creates the tabs of the form in an editor interface; `undefined` if the content type has none. `otherFieldIds`: fields that
 * only the space has; they are in the first tab.
 */
export function toEditorTabs({ fields, tabs }: ContentType, otherFieldIds: readonly string[]): EditorTabs | undefined {
  if (!tabs) return undefined
  const ids = Object.keys(fields)
  const firstIds = ids.filter((id) => id in tabs)
  const editorLayout = firstIds.map((groupId, index) => {
    const end = ids.indexOf(firstIds[index + 1] ?? '')
    const own = ids.slice(ids.indexOf(groupId), end === -1 ? ids.length : end)
    const items = [...own, ...(index === 0 ? otherFieldIds : [])].map((fieldId) => ({ fieldId }))
    return { groupId: `${groupId}Tab`, name: tabs[groupId] ?? groupId, items }
  })
  const control = { widgetNamespace: 'builtin', widgetId: 'topLevelTab' }
  return { editorLayout, groupControls: editorLayout.map(({ groupId }) => ({ groupId, ...control })) }
}

function toFieldPayload(id: string, definition: Field): FieldPayload {
  const { label, type, required, link, itemValidations, defaultValue, ...field } = definition
  const validations = [...field.validations]
  const linkType = link && { linkType: link.to }
  const common = {
    id,
    name: label ?? toFieldName(id),
    type,
    required,
    localized: false,
    disabled: false,
    omitted: false,
    ...(defaultValue !== undefined && { defaultValue: { [LOCALE]: defaultValue } }),
  } as const
  if (type !== 'Array') return { ...common, ...linkType, validations }
  const elementValidations = [...(itemValidations ?? [])]
  return {
    ...common,
    validations,
    items: { type: link ? 'Link' : 'Symbol', ...linkType, validations: elementValidations },
  }
}

/** `introTitle` → `Intro title`, `posterAlt` → `Alternative text of the poster` */
function toFieldName(id: string): string {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capitalize(words.replace(/^(.+) alt$/, 'alternative text of the $1'))
}

/**
 * Field of every content type that stores fingerprints of seeded values, so that the next seed run detects changes by
 * editors (record 21). It is hidden in the web app and omitted from the delivery and preview APIs.
 */
export const SEED_FINGERPRINTS_FIELD_ID = 'seedMarks'

const SEED_FINGERPRINTS_FIELD: FieldPayload = {
  id: SEED_FINGERPRINTS_FIELD_ID,
  name: 'Seed marks',
  type: 'Object',
  required: false,
  localized: false,
  disabled: true,
  omitted: true,
  validations: [],
}
