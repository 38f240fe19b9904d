import { isLink } from '#cms/local/content-source.ts'
import { processedFile } from '#cms/local/store/processed-file.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { type Checks, type Held, isWithin, NO_FAULT, spoken } from './checks.ts'

/** Rules that look at what a value links to. A link to nothing is found elsewhere. */
export const linkChecks: Checks<'linkContentType' | 'linkMimetypeGroup' | 'assetFileSize' | 'assetImageDimensions'> = {
  linkContentType: ({ value, store }, rule) => {
    const target = isLink(value) && value.sys.linkType === 'Entry' ? store.entries.get(value.sys.id) : undefined
    if (!target || rule.includes(target.contentType ?? '')) return NO_FAULT
    return [{ contentTypeId: rule, details: `The linked entry is of the content type ${target.contentType}` }]
  },
  linkMimetypeGroup: (held, rule) => {
    const file = linkedFile(held)
    if (!file || rule.includes(file.contentType.split('/')[0] ?? '')) return NO_FAULT
    return [{ mimetypeGroupName: rule, details: `The linked file is ${file.contentType}` }]
  },
  assetFileSize: (held, rule) => {
    const file = linkedFile(held)
    if (!file || isWithin(file.details.size, rule)) return NO_FAULT
    return [{ ...rule, details: `The linked file's size must be ${spoken(rule)} bytes.` }]
  },
  assetImageDimensions: (held, rule) => {
    const image = linkedFile(held)?.details.image
    if (!image) return NO_FAULT
    return (['width', 'height'] as const).flatMap((side) => {
      const limits = rule[side]
      if (!limits || isWithin(image[side], limits)) return []
      return [{ [side]: limits, details: `The linked picture's ${side} must be ${spoken(limits)} px.` }]
    })
  },
}

/** The linked asset's file in the value's own language, or in the default one. */
function linkedFile({ value, locale, store: { assets } }: Held) {
  const asset = isLink(value) && value.sys.linkType === 'Asset' ? assets.get(value.sys.id) : undefined
  const files = asset?.draft.fields.file
  return processedFile.safeParse(files?.[locale] ?? files?.[LOCALE]).data
}
