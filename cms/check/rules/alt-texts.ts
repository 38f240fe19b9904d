import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue, parseLinks } from '#cms/check/fields.ts'

/** A picture, and the words for those who cannot see it. */
interface Described {
  readonly entry: CheckedEntry
  readonly place: FieldInfo
  readonly alt: string
  readonly pictureId: string | undefined
  readonly picture: CheckedAsset | undefined
}

/** Alt texts that are missing, that say nothing, or that say the same of two pictures. */
export function checkAltTexts(content: CheckedContent): readonly ContentIssue[] {
  const described = content.entries.flatMap((entry) => describedIn(entry, content))
  const poor = new Map(described.map((each) => [each, troubleOf(each)]))
  const sound = described.filter((each) => !poor.get(each))
  return [...[...poor].flatMap(([each, text]) => (text ? flaw(each, text) : [])), ...repeated(sound)]
}

function describedIn(entry: CheckedEntry, { assets }: CheckedContent): readonly Described[] {
  const places = getFieldInfos(entry.type)
  const [pictureId] = places.filter(({ isPicture }) => isPicture).flatMap(({ id }) => parseLinks(entry.fields[id]))
  const picture = assets.get(pictureId?.id ?? '')
  return places
    .filter(({ isAltText }) => isAltText)
    .map((place) => {
      const value = entry.fields[place.id]
      return { entry, place, alt: typeof value === 'string' ? value.trim() : '', pictureId: pictureId?.id, picture }
    })
}

function troubleOf({ entry, place, alt, picture }: Described): string | undefined {
  if (alt === '') return `is empty: ${SAY}`
  const shortest = place.rules.find(({ size }) => size)?.size?.min ?? 0
  const fileName = picture?.file?.fileName?.replace(/\.\w+$/, '') ?? ''
  // A file may be called by what it shows.
  const isItsName = fileName !== '' && !/\s/.test(alt) && plain(alt) === plain(fileName)
  if (FILE_NAME.test(alt) || isItsName) return `is a file’s name: ${SAY}`
  if (NOTHING.test(alt) || !/\p{L}/u.test(alt)) return `says nothing of this picture: ${SAY}`
  if (OPENING.test(alt)) return 'begins with what a screen reader says by itself, such as “picture of”: leave that out'
  const { caption } = entry.fields
  if (!isEmptyValue(caption) && typeof caption === 'string' && plain(caption) === plain(alt))
    return `is the same as the caption, and is heard twice: ${SAY}, or empty the caption`
  if (alt.length < shortest) return `has ${alt.length} characters, and needs at least ${shortest}: ${SAY}`
  return undefined
}

function repeated(described: readonly Described[]): readonly ContentIssue[] {
  const first = new Map<string, Described>()
  return described.flatMap((each) => {
    const before = first.get(plain(each.alt))
    if (!before) first.set(plain(each.alt), each)
    if (!before || before.pictureId === each.pictureId) return []
    return flaw(each, `is the same as that of another picture (${before.entry.id}): say what is different here`)
  })
}

const flaw = ({ entry, place, alt }: Described, text: string): readonly ContentIssue[] => [
  {
    rule: 'altText',
    severity: alt === '' ? 'broken' : 'should',
    target: entry,
    field: place.id,
    text: `${place.name} ${text}`,
  },
]

const SAY = 'say what somebody who cannot see it should know'

/** As cameras, phones and scanners name their files, and any name with a picture's ending. */
const FILE_NAME =
  /^((dsc|dscn|dscf|img|image|pxl|dcim|mvi|gopr|screenshot|scan|photo|picture)[-_ ]?\d{2,}\S*|\S+\.(jpe?g|png|webp|gif|avif|heic|tiff?|svg|mp4|mov))$/i
const NOTHING =
  /^(an?\s+|the\s+)?(image|photo(graph)?|picture|pic|img|graphic|logo|poster|video|film|banner|header|alt( text)?|text|untitled|test|todo|n\/?a)s?[\s\d.]*$/i
const OPENING =
  /^(an?\s+|the\s+)?(image|photo(graph)?|picture|pic|graphic|shot|film|video)\s+(of|showing|that shows)\b/i

/** What two texts have in common when they read the same. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
