import { DEFAULT_LOCALE } from '#local/constants.ts'
import type { ContentTypeDefinition, FieldDefinition, FieldValidation } from '#local/graphql/content-type-definition.ts'
import { listRichTextNodes, type RichTextNode } from '#local/graphql/rich-text-nodes.ts'
import type { ErrorDetail, ValuePath } from '#local/http/rest-error.ts'
import { isLink } from '#local/links.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { Store } from '#local/store/store.ts'
import {
  type RangeRule,
  RULE_NAMES,
  type RuleName,
  type ValidationRules,
  validationSchema,
} from './validation-rules.ts'

/** A field value to validate before publishing, with its context. */
export interface ValueContext {
  readonly value: unknown
  /** Path of the value: `['fields', <field id>, <locale>]`. */
  readonly path: ValuePath
  readonly locale: string
  readonly field: FieldDefinition
  /** Id of the entry. */
  readonly entryId: string
  readonly type: ContentTypeDefinition
  readonly store: Store
}

/** A broken rule: a description and more properties of the error. `path` is set if the error is deeper than the value. */
interface RuleViolation {
  readonly details: string
  readonly path?: ValuePath
  readonly [more: string]: unknown
}

/** A check for each rule. It returns no violations if the rule does not apply to the type of the value. */
type RuleChecks<Name extends RuleName> = {
  readonly [Rule in Name]: (context: ValueContext, rule: NonNullable<ValidationRules[Rule]>) => readonly RuleViolation[]
}

const NO_VIOLATIONS: readonly RuleViolation[] = []

function isWithinRange(value: number, { min, max }: RangeRule): boolean {
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
}

/** `at least 5 and at most 20` */
function formatRange({ min, max }: { readonly min?: unknown; readonly max?: unknown }): string {
  const parts = [min == null ? [] : [`at least ${min}`], max == null ? [] : [`at most ${max}`]]
  return parts.flat().join(' and ')
}

/** Rules for the value itself. */
const valueRuleChecks: RuleChecks<'size' | 'range' | 'dateRange' | 'in' | 'regexp' | 'prohibitRegexp' | 'unique'> = {
  size: (context, rule) => {
    const size = getSize(context)
    if (size === undefined || isWithinRange(size, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Size must be ${formatRange(rule)}.` }]
  },
  range: ({ value }, rule) => {
    if (typeof value !== 'number' || isWithinRange(value, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Value must be ${formatRange(rule)}.` }]
  },
  dateRange: ({ value }, { min, max }) => {
    if (typeof value !== 'string') return NO_VIOLATIONS
    const timestamp = Date.parse(value)
    const isWithin = isWithinRange(timestamp, { min: parseTimestamp(min), max: parseTimestamp(max) })
    return isWithin ? NO_VIOLATIONS : [{ min, max, details: `The date must be ${formatRange({ min, max })}.` }]
  },
  in: ({ value }, rule) => {
    if (rule.some((allowed) => allowed === value)) return NO_VIOLATIONS
    return [{ expected: rule, details: 'Value must be one of expected values.' }]
  },
  regexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || new RegExp(pattern, flags ?? '').test(value)) return NO_VIOLATIONS
    return [{ details: `Does not match /${pattern}/${flags ?? ''}` }]
  },
  prohibitRegexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || !new RegExp(pattern, flags ?? '').test(value)) return NO_VIOLATIONS
    return [{ details: `Matches /${pattern}/${flags ?? ''}` }]
  },
  unique: (context, rule) => {
    const conflicting = rule ? findEntriesWithValue(context) : []
    if (conflicting.length === 0) return NO_VIOLATIONS
    return [{ conflicting, details: 'Same field value present in other entry' }]
  },
}

/** Number of characters, array items or object properties; for rich text, of characters in all text nodes. */
function getSize({ value, field, path }: ValueContext): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return undefined
  if (field.type !== 'RichText') return Object.keys(value).length
  return listRichTextNodes(value, path).reduce((sum, { text }) => sum + text.length, 0)
}

/** Published entries of the same type that hold the same value in the same field and locale. */
const findEntriesWithValue = ({ value, field, locale, entryId, type, store }: ValueContext) =>
  store.entries
    .all()
    .filter(({ id, contentType, published }) => {
      const isOther = contentType === type.id && id !== entryId
      return isOther && published?.fields[field.id]?.[locale] === value
    })
    .map(({ id }) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))

const parseTimestamp = (date: string | null | undefined) => (date == null ? null : Date.parse(date))

/** Rules for linked entries and assets. Unresolved links are checked in `validateEntryForPublishing`. */
const linkRuleChecks: RuleChecks<'linkContentType' | 'linkMimetypeGroup' | 'assetFileSize' | 'assetImageDimensions'> = {
  linkContentType: ({ value, store }, rule) => {
    const contentTypeId = [rule].flat()
    const target = isLink(value) && value.sys.linkType === 'Entry' ? store.entries.get(value.sys.id) : undefined
    if (!target || contentTypeId.includes(target.contentType ?? '')) return NO_VIOLATIONS
    return [{ contentTypeId, details: `The linked entry is of the content type ${target.contentType}` }]
  },
  linkMimetypeGroup: (context, rule) => {
    const mimetypeGroupName = [rule].flat()
    const file = getLinkedFile(context)
    if (!file || mimetypeGroupName.includes(file.contentType.split('/')[0] ?? '')) return NO_VIOLATIONS
    return [{ mimetypeGroupName, details: `The linked file is ${file.contentType}` }]
  },
  assetFileSize: (context, rule) => {
    const file = getLinkedFile(context)
    if (!file || isWithinRange(file.details.size, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `The linked file's size must be ${formatRange(rule)} bytes.` }]
  },
  assetImageDimensions: (context, rule) => {
    const image = getLinkedFile(context)?.details.image
    if (!image) return NO_VIOLATIONS
    return (['width', 'height'] as const).flatMap((side) => {
      const limits = rule[side]
      if (!limits || isWithinRange(image[side], limits)) return []
      return [{ [side]: limits, details: `The linked image's ${side} must be ${formatRange(limits)} px.` }]
    })
  },
}

/** The file of the linked asset in the locale of the value, or else in the default locale. */
function getLinkedFile({ value, locale, store: { assets } }: ValueContext) {
  const asset = isLink(value) && value.sys.linkType === 'Asset' ? assets.get(value.sys.id) : undefined
  const files = asset?.draft.fields.file
  return processedFileSchema.safeParse(files?.[locale] ?? files?.[DEFAULT_LOCALE]).data
}

/** Node types that are always enabled. */
const ALWAYS_ENABLED = ['document', 'paragraph', 'text']

/** Node types that are enabled along with their parent node. */
const CHILD_NODE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'ordered-list': ['list-item'],
  'unordered-list': ['list-item'],
  table: ['table-row', 'table-cell', 'table-header-cell'],
}

/** Rules for the nodes of a rich text. */
const richTextRuleChecks: RuleChecks<'enabledMarks' | 'enabledNodeTypes' | 'nodes'> = {
  enabledMarks: ({ value, path }, enabled) =>
    listRichTextNodes(value, path).flatMap(({ marks, path: at }) =>
      marks
        .filter((mark) => !enabled.includes(mark))
        .map((mark) => ({ path: at, expected: enabled, details: `The mark "${mark}" is not enabled` })),
    ),
  enabledNodeTypes: ({ value, path }, enabled) => {
    const allowed = [...ALWAYS_ENABLED, ...enabled, ...enabled.flatMap((type) => CHILD_NODE_TYPES[type] ?? [])]
    return listRichTextNodes(value, path)
      .filter(({ nodeType }) => !allowed.includes(nodeType))
      .map(({ nodeType, path: at }) => ({
        path: at,
        expected: enabled,
        details: `The node type "${nodeType}" is not enabled`,
      }))
  },
  nodes: ({ value, path, store }, byType) => {
    const getContentTypeId = (id: string) => store.entries.get(id)?.contentType ?? undefined
    return Object.entries(byType).flatMap(([nodeType, rules = []]) => {
      const nodes = listRichTextNodes(value, path).filter((node) => node.nodeType === nodeType)
      return rules.flatMap((rule) => findNodeViolations(nodes, nodeType, rule, getContentTypeId))
    })
  },
}

type NodeRule = NonNullable<NonNullable<ValidationRules['nodes']>[string]>[number]

function findNodeViolations(
  nodes: readonly RichTextNode[],
  nodeType: string,
  { size, linkContentType }: NodeRule,
  getContentTypeId: (id: string) => string | undefined,
): readonly RuleViolation[] {
  const isOutOfRange = size && !isWithinRange(nodes.length, size)
  const sizeViolations = isOutOfRange
    ? [{ ...size, details: `The number of ${nodeType} nodes must be ${formatRange(size)}.` }]
    : NO_VIOLATIONS
  if (!linkContentType) return sizeViolations
  const allowedTypes = [linkContentType].flat()
  const linkViolations = nodes.flatMap(({ target, path }) => {
    const contentTypeId = target?.sys.linkType === 'Entry' ? getContentTypeId(target.sys.id) : undefined
    if (contentTypeId === undefined || allowedTypes.includes(contentTypeId)) return []
    return [{ path, contentTypeId: allowedTypes, details: `The linked entry is of the content type ${contentTypeId}` }]
  })
  return [...sizeViolations, ...linkViolations]
}

const ruleChecks: RuleChecks<RuleName> = { ...valueRuleChecks, ...linkRuleChecks, ...richTextRuleChecks }

/** Checks a value against the validations of its field. */
export function findRuleViolations(
  context: ValueContext,
  validations: readonly FieldValidation[],
): readonly ErrorDetail[] {
  return validations.flatMap((validation) => {
    const { message, ...rules } = validationSchema.parse(validation)
    const customMessage = message ? { customMessage: message } : {}
    const toErrors = <Name extends RuleName>(name: Name): readonly ErrorDetail[] => {
      const rule: ValidationRules[Name] = rules[name]
      const violations = rule ? ruleChecks[name](context, rule) : []
      return violations.map((violation) => ({
        name,
        path: context.path,
        value: context.value,
        ...violation,
        ...customMessage,
      }))
    }
    return RULE_NAMES.flatMap(toErrors)
  })
}
