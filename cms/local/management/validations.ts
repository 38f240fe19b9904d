import * as z from 'zod'
import { isLink } from '#cms/local/content-source.ts'
import type { FieldValidation } from '#cms/local/content-type.ts'
import type { Flaw } from '#cms/local/rest-error.ts'
import { processedFile } from '#cms/local/store/processed-file.ts'
import type { Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'

const limits = z.strictObject({ min: z.number().nullish(), max: z.number().nullish() })
const words = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())
const regexp = z
  .strictObject({ pattern: z.string(), flags: z.string().nullish() })
  .refine(({ pattern, flags }) => isRegExp(pattern, flags ?? ''), 'This is no regular expression')

/** The validations that this stand-in enforces; a model with any other is refused. */
export const validation = z.strictObject({
  size: limits.optional(),
  range: limits.optional(),
  in: z.array(z.union([z.string(), z.number()])).optional(),
  regexp: regexp.optional(),
  linkContentType: words.optional(),
  linkMimetypeGroup: words.optional(),
  assetFileSize: limits.optional(),
  message: z.string().nullish(),
})

type Rules = z.output<typeof validation>
type RuleName = Exclude<keyof Rules, 'message'>

/** What one rule says of a value; `undefined` where it is content. */
type Checks = { readonly [Name in RuleName]: (value: unknown, rule: NonNullable<Rules[Name]>, store: Store) => Fault }
type Fault = { readonly details: string; readonly [more: string]: unknown } | undefined

const CHECKS: Checks = {
  size: (value, rule) => {
    const size = typeof value === 'string' || Array.isArray(value) ? value.length : undefined
    if (size === undefined || isWithin(size, rule)) return undefined
    return { ...rule, details: `Size must be ${spoken(rule)}.` }
  },
  range: (value, rule) => {
    if (typeof value !== 'number' || isWithin(value, rule)) return undefined
    return { ...rule, details: `Value must be ${spoken(rule)}.` }
  },
  in: (value, rule) => {
    if (rule.some((word) => word === value)) return undefined
    return { expected: rule, details: 'Value must be one of expected values.' }
  },
  regexp: (value, { pattern, flags }) => {
    if (typeof value !== 'string' || new RegExp(pattern, flags ?? '').test(value)) return undefined
    return { details: `Does not match /${pattern}/${flags ?? ''}` }
  },
  linkContentType: (value, rule, { entries }) => {
    const target = isLink(value) && value.sys.linkType === 'Entry' ? entries.get(value.sys.id) : undefined
    if (!target || rule.includes(target.contentType ?? '')) return undefined
    return { contentTypeId: rule, details: `The linked entry is of the content type ${target.contentType}` }
  },
  linkMimetypeGroup: (value, rule, store) => {
    const file = linkedFile(value, store)
    if (!file || rule.includes(file.contentType.split('/')[0] ?? '')) return undefined
    return { mimetypeGroupName: rule, details: `The linked file is ${file.contentType}` }
  },
  assetFileSize: (value, rule, store) => {
    const file = linkedFile(value, store)
    if (!file || isWithin(file.details.size, rule)) return undefined
    return { ...rule, details: `The linked file's size must be ${spoken(rule)} bytes.` }
  },
}

/** What the validations of a field say of its value. */
export function flawsOf(
  value: unknown,
  validations: readonly FieldValidation[],
  path: readonly (string | number)[],
  store: Store,
): readonly Flaw[] {
  return validations.flatMap((given) => {
    const { message, ...rules } = validation.parse(given)
    const flaw = <Name extends RuleName>(name: Name): readonly Flaw[] => {
      const rule: Rules[Name] = rules[name]
      const fault = rule ? CHECKS[name](value, rule, store) : undefined
      return fault ? [{ name, ...fault, path, value, ...(message ? { customMessage: message } : {}) }] : []
    }
    return RULE_NAMES.flatMap(flaw)
  })
}

const RULE_NAMES = ['size', 'range', 'in', 'regexp', 'linkContentType', 'linkMimetypeGroup', 'assetFileSize'] as const

function linkedFile(value: unknown, { assets }: Store) {
  const asset = isLink(value) && value.sys.linkType === 'Asset' ? assets.get(value.sys.id) : undefined
  return processedFile.safeParse(asset?.draft.file?.[LOCALE]).data
}

function isWithin(value: number, { min, max }: z.output<typeof limits>): boolean {
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
}

function spoken({ min, max }: z.output<typeof limits>): string {
  const parts = [min == null ? [] : [`at least ${min}`], max == null ? [] : [`at most ${max}`]]
  return parts.flat().join(' and ')
}

function isRegExp(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
