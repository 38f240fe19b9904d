import type { ContentByName, ContentName } from './cms-content.ts'
import type { ContentLoader } from './content-query.ts'

/** A file of the site: the content of one page as `/content/<name>.json`. */
interface ContentFile<Content> {
  /** The build of the pages that show the content; absent in development. */
  readonly build?: string | undefined
  readonly content: Content
}

/** The content belongs to another build of the site, whose pages may need other fields. */
export class OtherBuildError extends Error {
  readonly build: string

  constructor(build = '') {
    super('The site has been updated')
    this.build = build
  }
}

/** ms; content or seed within 2 s. */
const TIMEOUT_MS = 1_500

/**
 * Creates the loader of a visitor: the content files of the site. An error status, another file in its place, or no
 * response shows the seed. A file that the browser cannot request, without a connection or because something blocks it, is
 * an error. `build` is that of the page; absent in development.
 */
export const createFileLoader = (build?: string): ContentLoader => ({
  load: (name, signal) => fetchContentFile(name, build, signal),
  getReaction: (error) => {
    if (error instanceof OtherBuildError) return 'error'
    return error instanceof TypeError ? 'retry' : 'seed' // a TypeError of `fetch`: the request failed
  },
  shownSeeds: new Set(),
  hasDocuments: build !== undefined,
})

async function fetchContentFile<Name extends ContentName>(
  name: Name,
  build: string | undefined,
  pageSignal: AbortSignal,
): Promise<ContentByName[Name]> {
  const signal = AbortSignal.any([pageSignal, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(`/content/${name}.json`, { signal })
  if (!response.ok) throw new Error(`The server responded with ${response.status}`)
  const file: ContentFile<ContentByName[Name]> = await response.json()
  if (file.build !== build) throw new OtherBuildError(file.build)
  return file.content
}
