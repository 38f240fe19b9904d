/** What a page shows at a place: what the seed says there. */
export const BUNDLED = Symbol('the bundled one')

/** What a page shows of an item of a list: nothing, and the next one takes its place. */
export const OMITTED = Symbol('left out')

/** A page whose content is good but for what the case puts wrong. */
export interface BadContent {
  readonly name: string
  readonly page: 'home' | 'gallery' | 'services' | 'mainline' | 'contact' | 'site'
  /** By its place in the page's entry, as `hero.poster.url`; an empty place is the whole of it. */
  readonly wrong: Readonly<Record<string, unknown>>
  /** What differs on the page from the good content, by its place there; the rest stays. */
  readonly shows: Readonly<Record<string, unknown>>
  /** The lines on the console, each once. */
  readonly logs: readonly string[]
}

/** `images.6` → `['images', '6']` */
export const placeOf = (dotted: string): readonly string[] => (dotted ? dotted.split('.') : [])
