import { createLink, isLink } from '#local/shared/links.ts'
import { getMediaTypeGroup } from '#local/shared/media-type-group.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import { parseTimestamp } from '#local/shared/parse-timestamp.ts'
import type { ProcessedFile } from '#local/shared/processed-file.ts'
import { listRichTextNodes } from '#local/shared/rich-text-nodes.ts'
import type { ErrorDetail, ValuePath } from './rest-error.ts'
import { type Range, RULE_NAMES, type RuleName, type ValidationRules } from './validation-schema.ts'

/** A value to check, and the other content that rules of links and of unique values depend on. */
export interface CheckedValue {
  readonly value: unknown
  /** The type of its field. Absent if it is a text, a number, a boolean or a list. */
  readonly type?: string
  /** Path of the value, for example `['fields', <field id>, <locale>]`. */
  readonly path?: ValuePath
  readonly content?: {
    readonly getContentType: (entryId: string) => string | null | undefined
    readonly getFile: (assetId: string) => LinkedFile | undefined
    /** Ids of the other published entries that have the value in the same field. */
    readonly findEntriesWithValue: (value: unknown) => readonly string[]
  }
}

type LinkedFile = Pick<ProcessedFile, 'contentType' | 'details'>

/** A broken rule, as the management API reports it. */
export interface RuleViolation extends ErrorDetail {
  readonly name: RuleName
  readonly details: string
}

/** What `RuleViolation` has beside the name, path and value that all have. `more` can replace the path. */
type Report = readonly { readonly details: string }[]

const reportUnless = (isValid: boolean, details: string, more: object = {}): Report =>
  isValid ? [] : [{ ...more, details }]

const isWithin = (value: number, { min, max }: Range) =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)

/** `at least 5 and at most 20` */
const formatRange = ({ min, max }: { readonly min?: unknown; readonly max?: unknown }): string =>
  [min == null ? [] : [`at least ${min}`], max == null ? [] : [`at most ${max}`]].flat().join(' and ')

/** The allowed values, of which there can be thousands for each item of a list. */
const toSet = memoizeByObject((values: readonly unknown[]) => new Set(values))

const toNumber = (date: string | null | undefined) => (date == null ? null : parseTimestamp(date))

export const toRegExp = ({ pattern, flags }: NonNullable<ValidationRules['regexp']>) => new RegExp(pattern, flags ?? '')

/** Number of characters, array items or object properties; for rich text, of characters in all text nodes. */
function getSize({ value, type }: CheckedValue): number {
  if (type === 'RichText') return listRichTextNodes(value, []).reduce((sum, { text }) => sum + text.length, 0)
  return typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(Object(value)).length
}

/** Checks the file of a linked asset. A file that is unknown is valid. */
function checkFile({ value, content }: CheckedValue, check: (file: LinkedFile) => Report): Report {
  const file = isLink(value) && value.sys.linkType === 'Asset' ? content?.getFile(value.sys.id) : undefined
  return file ? check(file) : []
}

/** Checks that a link leads to an entry of the allowed types. `validateForPublishing` reports entries that do not exist. */
function checkContentType(link: unknown, allowed: string | string[], { content }: CheckedValue, more: object = {}) {
  const type = isLink(link) && link.sys.linkType === 'Entry' ? content?.getContentType(link.sys.id) : undefined
  const contentTypeId = [allowed].flat()
  const details = `The linked entry is of the content type ${type}`
  return reportUnless(type == null || contentTypeId.includes(type), details, { ...more, contentTypeId })
}

/** Node types that are always enabled. */
const ALWAYS_ENABLED = ['document', 'paragraph', 'text']

/** Node types that are enabled along with their parent node. */
const CHILD_NODE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'ordered-list': ['list-item'],
  'unordered-list': ['list-item'],
  table: ['table-row', 'table-cell', 'table-header-cell'],
}

/** The check of each rule. The value has the type of its field. */
const ruleChecks: {
  readonly [Rule in RuleName]: (
    rule: NonNullable<ValidationRules[Rule]>,
    checked: CheckedValue & { readonly path: ValuePath },
  ) => Report
} = {
  size: (range, checked) =>
    reportUnless(isWithin(getSize(checked), range), `Size must be ${formatRange(range)}`, range),
  range: (range, { value }) =>
    reportUnless(isWithin(Number(value), range), `Value must be ${formatRange(range)}`, range),
  dateRange: ({ min, max }, { value }) => {
    const range = { min: toNumber(min), max: toNumber(max) }
    const details = `The date must be ${formatRange({ min, max })}`
    return reportUnless(isWithin(parseTimestamp(String(value)), range), details, { min, max })
  },
  in: (expected, { value }) => {
    return reportUnless(toSet(expected).has(value), 'Value must be one of expected values', { expected })
  },
  regexp: (rule, { value }) => reportUnless(toRegExp(rule).test(String(value)), `Does not match ${toRegExp(rule)}`),
  prohibitRegexp: (rule, { value }) => reportUnless(!toRegExp(rule).test(String(value)), `Matches ${toRegExp(rule)}`),
  unique: (isUnique, { value, content }) => {
    const ids = isUnique ? (content?.findEntriesWithValue(value) ?? []) : []
    const conflicting = ids.map((id) => createLink('Entry', id))
    return reportUnless(ids.length === 0, 'Same field value present in other entry', { conflicting })
  },
  linkContentType: (allowed, checked) => checkContentType(checked.value, allowed, checked),
  linkMimetypeGroup: (groups, checked) =>
    checkFile(checked, ({ contentType }) => {
      const mimetypeGroupName = [groups].flat()
      const isAllowed = mimetypeGroupName.includes(getMediaTypeGroup(contentType))
      return reportUnless(isAllowed, `The linked file is ${contentType}`, { mimetypeGroupName })
    }),
  assetFileSize: (range, checked) =>
    checkFile(checked, ({ details: { size } }) =>
      reportUnless(isWithin(size, range), `The linked file's size must be ${formatRange(range)} bytes`, range),
    ),
  assetImageDimensions: (rule, checked) =>
    checkFile(checked, ({ details: { image } }) =>
      (['width', 'height'] as const).flatMap((side) => {
        const { [side]: range = {} } = rule
        const details = `The linked image's ${side} must be ${formatRange(range)} px`
        return reportUnless(!image || isWithin(image[side], range), details, { [side]: range })
      }),
    ),
  enabledMarks: (expected, { value, path: root }) =>
    listRichTextNodes(value, root).flatMap(({ marks, path }) =>
      marks.flatMap((mark) =>
        reportUnless(expected.includes(mark), `The mark "${mark}" is not enabled`, { path, expected }),
      ),
    ),
  enabledNodeTypes: (expected, { value, path: root }) => {
    const enabled = [...ALWAYS_ENABLED, ...expected, ...expected.flatMap((type) => CHILD_NODE_TYPES[type] ?? [])]
    return listRichTextNodes(value, root).flatMap(({ nodeType, path }) =>
      reportUnless(enabled.includes(nodeType), `The node type "${nodeType}" is not enabled`, { path, expected }),
    )
  },
  nodes: (rulesByType, checked) => {
    const nodesByType = Map.groupBy(listRichTextNodes(checked.value, checked.path), ({ nodeType }) => nodeType)
    return Object.entries(rulesByType).flatMap(([nodeType, rules = []]) => {
      const nodes = nodesByType.get(nodeType) ?? []
      return rules.flatMap(({ size = {}, linkContentType: allowed }) => {
        const details = `The number of ${nodeType} nodes must be ${formatRange(size)}`
        return [
          ...reportUnless(isWithin(nodes.length, size), details, size),
          ...nodes.flatMap(({ target, path }) => (allowed ? checkContentType(target, allowed, checked, { path }) : [])),
        ]
      })
    })
  },
}

/** Checks a value of the type of its field against the field's validations; without `content`, not those about other content. */
export const findRuleViolations = (
  validations: readonly ValidationRules[],
  { path = [], ...checked }: CheckedValue,
): readonly RuleViolation[] =>
  validations.flatMap(({ message, ...rules }) => {
    const checkRule = <Name extends RuleName>(name: Name): readonly RuleViolation[] => {
      const rule: ValidationRules[Name] = rules[name]
      const reports = rule === undefined ? [] : ruleChecks[name](rule, { ...checked, path })
      const customMessage = message ? { customMessage: message } : {}
      return reports.map((report) => ({ name, path, value: checked.value, ...report, ...customMessage }))
    }
    return RULE_NAMES.flatMap(checkRule)
  })
