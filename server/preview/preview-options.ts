import type { PreviewState } from './contract.ts'
import type { LoginRateLimit } from './login-rate-limit.ts'

/** What the web server needs to show drafts to editors. What it knows of Contentful comes in here: server/ imports no CMS. */
export interface PreviewOptions {
  /** Who knows it sees drafts; at least 16 characters. */
  readonly secret: string
  /** Of failed logins; in memory unless it is given. */
  readonly loginRateLimit?: LoginRateLimit
  /** Contentful's GraphQL API, with the preview token, which never leaves the server. */
  readonly graphql: { readonly url: string; readonly token: string }
  /** Origins of the editors that may show pages in a frame: https://app.contentful.com, the local Contentful. */
  readonly editorOrigins: readonly string[]
  /** ms, for an answer of that; 8 s unless told. */
  readonly timeoutMs?: number
  /** The path of the page that shows an entry, for those whose content type does not tell. */
  readonly findPagePath: (entryId: string) => Promise<string | undefined>
  readonly readState: () => Promise<PreviewState>
  /** The health report, a whole HTML page. */
  readonly renderReport: () => Promise<string>
}
