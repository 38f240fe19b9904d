import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import type { Asset, Content } from './content.ts'
import type { Finding, Flaw } from './finding.ts'
import { linksIn, placesOf } from './places.ts'
import { typeName } from './unpublished.ts'

interface Shown {
  readonly links: WebAppLinks
  /** Shown beside them. */
  readonly pictures: Content['assets']
  /** They are in what is not published yet. */
  readonly isDraft?: boolean
}

/** The flaws as they are reported: with their name, their way into the CMS and their picture. */
export const findingsOf = (flaws: readonly Flaw[], { links, pictures, isDraft = false }: Shown): readonly Finding[] =>
  flaws.map(({ rule, severity, of, field, text }) => {
    const found = { rule, severity, text, isDraft: isDraft || of?.state === 'draft', ...(field && { field }) }
    if (!of) return { ...found, kind: 'space', id: null, type: 'Space', title: 'The space', link: null }
    const { kind, id, title } = of
    const picture = thumbnailOf(pictureOf(of, pictures, field))
    const place = { kind, id, type: typeName(of), title, link: links[kind](id) }
    return { ...found, ...place, ...(picture && { thumbnail: picture }) }
  })

/** What comes on top when everything is published: flaws of drafts and of changes that visitors do not see already. */
export function onlyIn(drafts: readonly Flaw[], seen: readonly Flaw[]): readonly Flaw[] {
  const known = new Set(seen.map(keyOf))
  return drafts.filter((flaw) => flaw.of && flaw.of.state !== 'published' && !known.has(keyOf(flaw)))
}

const keyOf = ({ rule, of, field, text }: Flaw) => JSON.stringify([rule, of?.kind, of?.id, field, text])

/** Itself; the one in the field; else the first of the entry. */
function pictureOf(of: NonNullable<Flaw['of']>, pictures: Content['assets'], field: string | undefined) {
  if (of.kind === 'asset') return of
  const places = placesOf(of.type).filter(({ isPicture }) => isPicture)
  const place = places.find(({ id }) => id === field) ?? places[0]
  const [link] = linksIn(of.fields[place?.id ?? ''])
  return pictures.get(link?.id ?? '')
}

/** px; twice as wide as it is shown. */
const WIDTH = 160

/** Contentful's Images API makes it small; a drawing is small as it is. */
function thumbnailOf(asset: Asset | undefined): string | undefined {
  const { url, contentType } = asset?.file ?? {}
  if (!url || !/^https?:/.test(url) || !contentType?.startsWith('image/')) return undefined
  return contentType.startsWith('image/svg') ? url : `${url}?w=${WIDTH}`
}
