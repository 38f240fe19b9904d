import * as z from 'zod'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import { type Flaw, invalid } from '#cms/local/rest-error.ts'
import { sys } from './body.ts'
import { checkKnown, misplacedRules } from './field-rules.ts'
import { validation } from './validation-rules.ts'
import type { TypeOfValue } from './value-types.ts'

/** fields a type (contentful.md, Limits) */
const MOST_FIELDS = 50

const validations = z.array(validation).default([])
const linkType = z.string().optional()

/** A content type as it is sent. The defaults are those that Contentful answers with. */
export const contentTypeBody = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  displayField: z.string().nullable().default(null),
  fields: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/)
          .refine((id) => !(id in {}), 'The local Contentful does not know fields with this name'),
        name: z.string().min(1),
        type: z.string(),
        linkType,
        items: z.strictObject({ type: z.string(), linkType, validations }).optional(),
        required: z.boolean().default(false),
        localized: z.boolean().default(false),
        disabled: z.boolean().default(false),
        omitted: z.boolean().default(false),
        validations,
      }),
    )
    .max(MOST_FIELDS),
  metadata: z.strictObject({}).optional(),
  sys,
})

/** Throws where a content type contradicts itself or its published version, or holds what this stand-in does not know. */
export function checkContentType(type: ContentTypeDefinition, published: ContentTypeDefinition | null): void {
  for (const field of type.fields) checkKnown(type.id, field)
  const flaws = [
    ...displayFlaws(type),
    ...duplicateFlaws(type),
    ...type.fields.flatMap(misplacedRules),
    ...changeFlaws(type, published),
  ]
  if (flaws.length > 0) throw invalid(flaws)
}

function displayFlaws({ displayField, fields }: ContentTypeDefinition): readonly Flaw[] {
  if (displayField === null || displayField === undefined) return []
  const field = fields.find(({ id }) => id === displayField)
  if (field?.type === 'Symbol' || field?.type === 'Text') return []
  return [{ name: 'displayField', path: ['displayField'], value: displayField, details: 'It must name a text field' }]
}

function duplicateFlaws({ fields }: ContentTypeDefinition): readonly Flaw[] {
  const ids = fields.map(({ id }) => id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ name: 'uniqueFieldIds', path: ['fields', index, 'id'], value: id }],
  )
}

/** A published field keeps its type, and is omitted in a published version before it is deleted. */
function changeFlaws(type: ContentTypeDefinition, published: ContentTypeDefinition | null): readonly Flaw[] {
  return (published?.fields ?? []).flatMap((before): readonly Flaw[] => {
    const after = type.fields.find(({ id }) => id === before.id)
    const path = ['fields', before.id]
    if (!after && !before.omitted)
      return [{ name: 'omitted', path, details: 'A field must be omitted before it is deleted' }]
    if (after && kindOf(after) !== kindOf(before))
      return [{ name: 'type', path, details: `Its type is ${kindOf(before)} for good` }]
    return []
  })
}

/** `Array of Link to Entry` */
function kindOf({ type, linkType, items }: TypeOfValue & { readonly items?: TypeOfValue | undefined }): string {
  if (items) return `${type} of ${kindOf(items)}`
  return type === 'Link' ? `Link to ${linkType}` : type
}
