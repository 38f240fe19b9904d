import type { ContentTypeDefinition, FieldDefinition, FieldValidation } from '#cms/graphql/content-type-definition.ts'
import { listRichTextNodes, type RichTextNode } from '#cms/graphql/rich-text-nodes.ts'
import { isLink } from '#cms/links.ts'
import type { ErrorDetail, ValuePath } from '#cms/local/http/rest-error.ts'
import { processedFileSchema } from '#cms/local/store/file-store.ts'
import type { Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  type RangeRule,
  RULE_NAMES,
  type RuleName,
  type ValidationRules,
  validationSchema,
} from './validation-rules.ts'

/** A value on its way to being published. */
export interface ValueContext {
  readonly value: unknown
  /** Where it stands; the locale is its third step. */
  readonly path: ValuePath
  readonly locale: string
  readonly field: FieldDefinition
  /** The entry that holds it. */
  readonly entryId: string
  readonly type: ContentTypeDefinition
  readonly store: Store
}

/** What a rule says of a value that breaks it: words, and whatever else helps. `path` where it is deeper than the value. */
interface RuleViolation {
  readonly details: string
  readonly path?: ValuePath
  readonly [more: string]: unknown
}

/** What each rule says of a value; nothing where it is content, or where it does not speak of such values. */
type RuleChecks<Name extends RuleName> = {
  readonly [Each in Name]: (held: ValueContext, rule: NonNullable<ValidationRules[Each]>) => readonly RuleViolation[]
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

/** Rules that look at the value itself. */
const valueRuleChecks: RuleChecks<'size' | 'range' | 'dateRange' | 'in' | 'regexp' | 'prohibitRegexp' | 'unique'> = {
  size: (held, rule) => {
    const size = sizeOf(held)
    if (size === undefined || isWithinRange(size, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Size must be ${formatRange(rule)}.` }]
  },
  range: ({ value }, rule) => {
    if (typeof value !== 'number' || isWithinRange(value, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Value must be ${formatRange(rule)}.` }]
  },
  dateRange: ({ value }, { min, max }) => {
    if (typeof value !== 'string') return NO_VIOLATIONS
    const moment = Date.parse(value)
    const within = isWithinRange(moment, { min: time(min), max: time(max) })
    return within ? NO_VIOLATIONS : [{ min, max, details: `The date must be ${formatRange({ min, max })}.` }]
  },
  in: ({ value }, rule) => {
    if (rule.some((word) => word === value)) return NO_VIOLATIONS
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
  unique: (held, rule) => {
    const conflicting = rule ? sameValue(held) : []
    if (conflicting.length === 0) return NO_VIOLATIONS
    return [{ conflicting, details: 'Same field value present in other entry' }]
  },
}

/** Characters, items, properties, or the characters of a rich text. */
function sizeOf({ value, field, path }: ValueContext): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return undefined
  if (field.type !== 'RichText') return Object.keys(value).length
  return listRichTextNodes(value, path).reduce((sum, { text }) => sum + text.length, 0)
}

/** Published entries of the same type that hold the same value in the same field and locale. */
const sameValue = ({ value, field, locale, entryId, type, store }: ValueContext) =>
  store.entries
    .all()
    .filter(({ id, contentType, published }) => {
      const isOther = contentType === type.id && id !== entryId
      return isOther && published?.fields[field.id]?.[locale] === value
    })
    .map(({ id }) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))

const time = (date: string | null | undefined) => (date == null ? null : Date.parse(date))

/** Rules that look at what a value links to. A link to nothing is found elsewhere. */
const linkRuleChecks: RuleChecks<'linkContentType' | 'linkMimetypeGroup' | 'assetFileSize' | 'assetImageDimensions'> = {
  linkContentType: ({ value, store }, rule) => {
    const target = isLink(value) && value.sys.linkType === 'Entry' ? store.entries.get(value.sys.id) : undefined
    if (!target || rule.includes(target.contentType ?? '')) return NO_VIOLATIONS
    return [{ contentTypeId: rule, details: `The linked entry is of the content type ${target.contentType}` }]
  },
  linkMimetypeGroup: (held, rule) => {
    const file = linkedFile(held)
    if (!file || rule.includes(file.contentType.split('/')[0] ?? '')) return NO_VIOLATIONS
    return [{ mimetypeGroupName: rule, details: `The linked file is ${file.contentType}` }]
  },
  assetFileSize: (held, rule) => {
    const file = linkedFile(held)
    if (!file || isWithinRange(file.details.size, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `The linked file's size must be ${formatRange(rule)} bytes.` }]
  },
  assetImageDimensions: (held, rule) => {
    const image = linkedFile(held)?.details.image
    if (!image) return NO_VIOLATIONS
    return (['width', 'height'] as const).flatMap((side) => {
      const limits = rule[side]
      if (!limits || isWithinRange(image[side], limits)) return []
      return [{ [side]: limits, details: `The linked picture's ${side} must be ${formatRange(limits)} px.` }]
    })
  },
}

/** The linked asset's file in the value's own language, or in the default one. */
function linkedFile({ value, locale, store: { assets } }: ValueContext) {
  const asset = isLink(value) && value.sys.linkType === 'Asset' ? assets.get(value.sys.id) : undefined
  const files = asset?.draft.fields.file
  return processedFileSchema.safeParse(files?.[locale] ?? files?.[LOCALE]).data
}

/** Of what every text consists: no rule can leave them out. */
const ALWAYS = ['document', 'paragraph', 'text']

/** What comes along with another node. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'ordered-list': ['list-item'],
  'unordered-list': ['list-item'],
  table: ['table-row', 'table-cell', 'table-header-cell'],
}

/** Rules that look into a rich text. */
const richTextRuleChecks: RuleChecks<'enabledMarks' | 'enabledNodeTypes' | 'nodes'> = {
  enabledMarks: ({ value, path }, enabled) =>
    listRichTextNodes(value, path).flatMap(({ marks, path: at }) =>
      marks
        .filter((mark) => !enabled.includes(mark))
        .map((mark) => ({ path: at, expected: enabled, details: `The mark "${mark}" is not enabled` })),
    ),
  enabledNodeTypes: ({ value, path }, enabled) => {
    const allowed = [...ALWAYS, ...enabled, ...enabled.flatMap((type) => PARTS[type] ?? [])]
    return listRichTextNodes(value, path)
      .filter(({ nodeType }) => !allowed.includes(nodeType))
      .map(({ nodeType, path: at }) => ({
        path: at,
        expected: enabled,
        details: `The node type "${nodeType}" is not enabled`,
      }))
  },
  nodes: ({ value, path, store }, byType) => {
    const contentTypeOf = (id: string) => store.entries.get(id)?.contentType ?? undefined
    return Object.entries(byType).flatMap(([nodeType, rules = []]) => {
      const nodes = listRichTextNodes(value, path).filter((node) => node.nodeType === nodeType)
      return rules.flatMap((rule) => nodeFaults(nodes, nodeType, rule, contentTypeOf))
    })
  },
}

type NodeRule = NonNullable<NonNullable<ValidationRules['nodes']>[string]>[number]

function nodeFaults(
  nodes: readonly RichTextNode[],
  nodeType: string,
  { size, linkContentType }: NodeRule,
  contentTypeOf: (id: string) => string | undefined,
): readonly RuleViolation[] {
  const tooMany = size && !isWithinRange(nodes.length, size)
  const number = tooMany
    ? [{ ...size, details: `The number of ${nodeType} nodes must be ${formatRange(size)}.` }]
    : NO_VIOLATIONS
  if (!linkContentType) return number
  const strangers = nodes.flatMap(({ target, path }) => {
    const found = target?.sys.linkType === 'Entry' ? contentTypeOf(target.sys.id) : undefined
    if (found === undefined || linkContentType.includes(found)) return []
    return [{ path, contentTypeId: linkContentType, details: `The linked entry is of the content type ${found}` }]
  })
  return [...number, ...strangers]
}

const CHECKS: RuleChecks<RuleName> = { ...valueRuleChecks, ...linkRuleChecks, ...richTextRuleChecks }

/** What validations say of a value; nothing where it may be published. */
export function findRuleViolations(
  held: ValueContext,
  validations: readonly FieldValidation[],
): readonly ErrorDetail[] {
  return validations.flatMap((given) => {
    const { message, ...rules } = validationSchema.parse(given)
    const custom = message ? { customMessage: message } : {}
    const flaws = <Name extends RuleName>(name: Name): readonly ErrorDetail[] => {
      const rule: ValidationRules[Name] = rules[name]
      const faults = rule ? CHECKS[name](held, rule) : []
      return faults.map((fault) => ({ name, path: held.path, value: held.value, ...fault, ...custom }))
    }
    return RULE_NAMES.flatMap(flaws)
  })
}
