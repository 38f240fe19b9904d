/** Contentful's own web app, in each region that has one. */
const CONTENTFUL = ['https://app.contentful.com', 'https://app.eu.contentful.com']

interface Framed {
  /** What the server says on `<html data-preview>`: origins with spaces between. It lets nobody else frame the page. */
  readonly allowed: string
  /** The pages that this one stands in, the outermost last; not every browser tells. */
  readonly ancestors: readonly string[] | undefined
  /** The page that led here; not every page tells. */
  readonly referrer: string
}

/**
 * Origins of the editors in whose frame this page may be: one, or all where the browser does not tell; none where it is
 * in somebody else's.
 */
export function findEditorOrigins({ allowed, ancestors, referrer }: Framed): readonly string[] {
  const listed = allowed.split(' ').filter(Boolean)
  const editors = listed.length > 0 ? listed : CONTENTFUL
  const outermost = ancestors ? ancestors.at(-1) : URL.parse(referrer)?.origin
  return outermost ? editors.filter((editor) => editor === outermost) : editors
}
