import { isLink } from '#cms/graphql/content-source.ts'
import { processedFileSchema } from '#cms/local/store/processed-file.ts'
import { LOCALE } from '#cms/model/locale.ts'
import {
  formatRange,
  isWithinRange,
  NO_VIOLATIONS,
  type RuleChecks,
  type ValueContext,
} from './validation/find-rule-violations.ts'

/** Rules that look at what a value links to. A link to nothing is found elsewhere. */
export const linkRuleChecks: RuleChecks<
  'linkContentType' | 'linkMimetypeGroup' | 'assetFileSize' | 'assetImageDimensions'
> = {
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
