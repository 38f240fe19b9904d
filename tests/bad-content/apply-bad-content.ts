import { setByPaths } from '#src/content/parse-content.ts'
import { type BadContent, placeOf } from './bad-content.ts'

/** Where a page's entry stands in its answer. */
const COLLECTIONS: Readonly<Record<BadContent['page'], string>> = {
  home: 'homePageCollection',
  gallery: 'galleryPageCollection',
  services: 'servicesPageCollection',
  mainline: 'mainlinePageCollection',
  contact: 'contactPageCollection',
  site: 'siteSettingsCollection',
}

/** A good answer with what the case puts wrong. */
export function wrongAnswer({ page, wrong }: Pick<BadContent, 'page' | 'wrong'>, good: unknown): unknown {
  const entry = [COLLECTIONS[page], 'items', 0]
  return setByPaths(
    good,
    Object.entries(wrong).map(([place, value]) => [[...entry, ...placeOf(place)], value]),
  )
}

/** What an editor wrote after the site was built: each text and file is another one than the seed's. */
export function edited(seed: unknown): unknown {
  if (typeof seed === 'string') {
    if (seed.startsWith('derived/') || seed.startsWith('videos/')) return `https://images.example/${seed}`
    return / /.test(seed) && seed !== 'full screen' ? `${seed}, as an editor wrote it` : seed
  }
  if (Array.isArray(seed)) return seed.map(edited)
  if (typeof seed !== 'object' || seed === null) return seed
  return Object.fromEntries(Object.entries(seed).map(([key, value]) => [key, edited(value)]))
}
