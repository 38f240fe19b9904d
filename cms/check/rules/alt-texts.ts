import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { createFieldIssue, type EntryField, formatLength, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import { parseLinks } from '#cms/links.ts'

/** A picture with its alternative text. */
interface PictureAltText extends EntryField {
  readonly alt: string
  readonly pictureId: string | undefined
  readonly picture: CheckedAsset | undefined
}

/** Reports alternative texts that are missing, meaningless, or used for two pictures. */
export function checkAltTexts(content: CheckedContent): readonly ContentIssue[] {
  const altTexts = content.entries.flatMap((entry) => getAltTexts(entry, content))
  const problems = new Map(altTexts.map((altText) => [altText, findProblem(altText)]))
  const validAltTexts = altTexts.filter((altText) => !problems.get(altText))
  return [
    ...[...problems].flatMap(([altText, problem]) => (problem ? createIssue(altText, problem) : [])),
    ...findRepeated(validAltTexts),
  ]
}

function getAltTexts(entry: CheckedEntry, { assets }: CheckedContent): readonly PictureAltText[] {
  const fields = getFieldInfos(entry.type)
  const [pictureLink] = fields
    .filter(({ field }) => field.kind === 'image')
    .flatMap(({ id }) => parseLinks(entry.fields[id]))
  const picture = assets.get(pictureLink?.id ?? '')
  return fields
    .filter(({ field }) => field.kind === 'altText')
    .map((field) => {
      const value = entry.fields[field.id]
      return { entry, field, alt: typeof value === 'string' ? value.trim() : '', pictureId: pictureLink?.id, picture }
    })
}

function findProblem({ entry, field, alt, pictureId, picture }: PictureAltText): string | undefined {
  if (alt === '' && !field.field.required && pictureId === undefined) return undefined
  if (alt === '') return `is empty: ${ADVICE}`
  const minLength = field.validations.find(({ size }) => size)?.size?.min ?? 0
  const fileName = picture?.file?.fileName?.replace(/\.\w+$/, '') ?? ''
  // A file name of several words can describe the picture.
  const isFileName = fileName !== '' && !/\s/.test(alt) && normalize(alt) === normalize(fileName)
  if (FILE_NAME_PATTERN.test(alt) || isFileName) return `is a file name: ${ADVICE}`
  if (MEANINGLESS_PATTERN.test(alt) || !/\p{L}/u.test(alt)) return `says nothing of this picture: ${ADVICE}`
  if (REDUNDANT_START_PATTERN.test(alt))
    return 'begins with words like “picture of”, which a screen reader adds itself: remove them'
  const { caption } = entry.fields
  if (!isEmptyValue(caption) && typeof caption === 'string' && normalize(caption) === normalize(alt))
    return `is the same as the caption, so screen readers read it twice: ${ADVICE}, or remove the caption`
  if (alt.length < minLength) return `has ${formatLength(alt.length)} but needs at least ${minLength}: ${ADVICE}`
  return undefined
}

function findRepeated(altTexts: readonly PictureAltText[]): readonly ContentIssue[] {
  const firstByText = new Map<string, PictureAltText>()
  return altTexts.flatMap((altText) => {
    const first = firstByText.get(normalize(altText.alt))
    if (!first) firstByText.set(normalize(altText.alt), altText)
    if (!first || first.pictureId === altText.pictureId) return []
    return createIssue(
      altText,
      `is the same as that of another picture (${first.picture?.file?.fileName ?? first.entry.id}): describe what is different`,
    )
  })
}

const createIssue = (altText: PictureAltText, text: string) =>
  createFieldIssue('altText', altText.alt === '' ? 'error' : 'warning', altText, text)

const ADVICE = 'describe the picture for people who cannot see it'

/** File names of cameras, phones and scanners, and names with the extension of a picture. */
const FILE_NAME_PATTERN =
  /^((dsc|dscn|dscf|img|image|pxl|dcim|mvi|gopr|screenshot|scan|photo|picture)[-_ ]?\d{2,}\S*|\S+\.(jpe?g|png|webp|gif|avif|heic|tiff?|svg|mp4|mov))$/i
const MEANINGLESS_PATTERN =
  /^(an?\s+|the\s+)?(image|photo(graph)?|picture|pic|img|graphic|logo|poster|video|film|banner|header|alt( text)?|text|untitled|test|todo|n\/?a)s?[\s\d.]*$/i
const REDUNDANT_START_PATTERN =
  /^(an?\s+|the\s+)?(image|photo(graph)?|picture|pic|graphic|shot|film|video)\s+(of|showing|that shows)\b/i

/** Removes differences in case and punctuation. */
const normalize = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
