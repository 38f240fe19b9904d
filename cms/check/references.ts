import type { ContentType } from '#cms/model/fields.ts'
import { model } from '#cms/model/model.ts'
import type { LinkTarget } from '#cms/sync/pull/parse-link.ts'
import { isModelContentType } from '#cms/sync/pull/to-seed-entries.ts'
import { type Content, type Entry, nameOf } from './content.ts'
import type { Flaw } from './finding.ts'
import { isEmpty, linksIn, linksOf, type Place, type PlacedLink, placesOf } from './places.ts'

/** Links to what visitors cannot get, or to the wrong kind of thing. */
export function references(content: Content, drafts: Content): readonly Flaw[] {
  const titles = new Map([...drafts.entries, ...drafts.assets.values()].map((each) => [nameOf(each), each.title]))
  const named = ({ name, id }: LinkTarget) => `“${titles.get(name) ?? id}”`

  function troubleOf({ place, link }: PlacedLink): string | undefined {
    const { to, id } = link
    const { link: wanted } = place.field
    if (!wanted) return undefined
    if (to !== wanted.to) return `links to ${to === 'Asset' ? 'a file' : 'an entry'}: ${choose(place)}`
    const here = to === 'Asset' ? content.assets : content.types
    const waiting = to === 'Asset' ? drafts.assets : drafts.types
    if (!here.has(id))
      return waiting.has(id)
        ? `links to ${named(link)}, which is not published: publish it, or ${choose(place)}`
        : `links to something that is deleted or archived (${id}): ${choose(place)}`
    return to === 'Asset' ? fileTrouble(place, link) : typeTrouble(place, link)
  }

  function typeTrouble(place: Place, link: LinkTarget): string | undefined {
    const type = content.types.get(link.id) ?? ''
    const wanted = place.field.link
    if (wanted?.to !== 'Entry' || wanted.types.includes(type)) return undefined
    return `links to ${named(link)}, which is of the type ${typeName(type)}: ${choose(place)}`
  }

  /** A file that is not there is told of once, with the asset. */
  function fileTrouble(place: Place, link: LinkTarget): string | undefined {
    const groups = place.rules.flatMap(({ linkMimetypeGroup }) => linkMimetypeGroup ?? [])
    const kind = content.assets.get(link.id)?.file?.contentType
    if (!kind || groups.length === 0 || groups.includes(kind.split('/')[0] ?? '')) return undefined
    return `links to ${named(link)}, whose file is ${kind}: ${choose(place)}`
  }

  return content.entries.flatMap((entry) => [
    ...linksOf(entry).flatMap((each) => flaw(entry, each.place, troubleOf(each))),
    ...placesOf(entry.type).flatMap((place) => flaw(entry, place, strangeValue(place, entry))),
  ])
}

/** What an older model left in a field that holds links now. */
function strangeValue({ id, field }: Place, { fields }: Entry): string | undefined {
  const value = fields[id]
  if (!field.link || isEmpty(value) || linksIn(value).length === [value].flat().length) return undefined
  return 'holds something that is no link: empty it and choose again'
}

const flaw = (of: Entry, { id, name }: Place, trouble: string | undefined): readonly Flaw[] =>
  trouble ? [{ rule: 'reference', severity: 'broken', of, field: id, text: `${name} ${trouble}` }] : []

function choose({ field: { link, type }, isPicture }: Place): string {
  const another = type === 'Array' ? 'take it out of the list, or put in its place' : 'choose'
  if (link?.to !== 'Entry') return `${another} ${isPicture ? 'a picture' : 'a film'}`
  return `${another} one of the type ${link.types.map(typeName).join(' or ')}`
}

function typeName(id: string): string {
  if (!isModelContentType(id)) return id
  const { name }: ContentType = model[id]
  return name
}
