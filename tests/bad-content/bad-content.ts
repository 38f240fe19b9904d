import type { ContentName } from '#src/content/cms-content.ts'

/** Expected value: the page shows the value of the bundled seed. */
export const BUNDLED = Symbol('bundled')

/** Expected value: the page omits this list item. */
export const OMITTED = Symbol('omitted')

/** A test case: valid content of a page with some invalid values. */
export interface BadContent {
  readonly name: string
  readonly page: ContentName
  /** Changed values by path in the page's entry, such as `hero.poster.url`. The empty path is the whole entry. */
  readonly changes: Readonly<Record<string, unknown>>
  /** Values of the page content that differ from the valid content, by path. */
  readonly expectedChanges: Readonly<Record<string, unknown>>
  /** Expected console warnings, each logged once. */
  readonly logs: readonly string[]
}

/** `images.6` → `['images', '6']` */
export const parsePath = (path: string): readonly string[] => (path ? path.split('.') : [])
