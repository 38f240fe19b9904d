import type { ContentType, Field, LinkDefinition, Validation } from './field-definitions.ts'

/** A field as Contentful's management API takes it. */
interface FieldPayload {
  readonly id: string
  readonly name: string
  readonly type: Field<unknown>['type'] | typeof SEED_FINGERPRINTS_FIELD.type
  readonly required: boolean
  readonly localized: false
  readonly disabled: boolean
  readonly omitted: boolean
  readonly validations: readonly Validation[]
  readonly linkType?: LinkDefinition['to']
  readonly items?: {
    readonly type: 'Link'
    readonly linkType: LinkDefinition['to']
    readonly validations: readonly Validation[]
  }
}

/** A content type as Contentful's management API takes it. */
export interface ContentTypePayload {
  readonly name: string
  readonly description: string
  readonly displayField: string
  readonly fields: readonly FieldPayload[]
}

/** One field's editor: its help text; the widget is Contentful's default for the field. */
export interface EditorControl {
  readonly fieldId: string
  readonly widgetNamespace: 'builtin'
  readonly widgetId: string
  readonly settings: { readonly helpText: string }
}

export function toContentTypePayload(type: ContentType): ContentTypePayload {
  return {
    name: type.name,
    description: type.description,
    displayField: type.title,
    fields: [...Object.entries(type.fields).map(([id, field]) => fieldPayload(id, field)), SEED_FINGERPRINTS_FIELD],
  }
}

/** The editor interface: help texts under the fields. */
export function toEditorControls(type: ContentType): readonly EditorControl[] {
  return Object.entries(type.fields).map(([fieldId, field]) => ({
    fieldId,
    widgetNamespace: 'builtin',
    widgetId: widgetOf(field),
    settings: { helpText: field.help },
  }))
}

function fieldPayload(id: string, { type, required, validations, link }: Field<unknown>): FieldPayload {
  const common = { id, name: words(id), type, required, localized: false, disabled: false, omitted: false } as const
  if (!link) return { ...common, validations }
  if (type === 'Link') return { ...common, linkType: link.to, validations }
  const items = link.to === 'Entry' ? [{ linkContentType: link.types }] : []
  return { ...common, validations, items: { type: 'Link', linkType: link.to, validations: items } }
}

/** `introTitle` → `Intro title` */
const words = (id: string) => {
  const spaced = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function widgetOf({ type, link, validations }: Field<unknown>): string {
  if (type === 'Array') return 'entryLinksEditor'
  if (type === 'Link') return link?.to === 'Asset' ? 'assetLinkEditor' : 'entryLinkEditor'
  if (type === 'Boolean') return 'boolean'
  if (type === 'Number') return 'numberEditor'
  if (type === 'Text') return 'multipleLine'
  return validations.some((validation) => 'in' in validation) ? 'dropdown' : 'singleLine'
}

/**
 * The field of every content type in which the seed command notes what it wrote, so that the next seeding can tell
 * an editor's change from its own (docs/decisions/0020). Editors do not see it, no reading API delivers it.
 */
export const SEED_FINGERPRINTS_FIELD_ID = 'seedMarks'

const SEED_FINGERPRINTS_FIELD = {
  id: SEED_FINGERPRINTS_FIELD_ID,
  name: 'Seed marks',
  type: 'Object',
  required: false,
  localized: false,
  disabled: true,
  omitted: true,
  validations: [],
} as const
