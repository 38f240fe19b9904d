import * as z from 'zod/mini'

/** Where an editor's preview asks the site's server; all but `enter` and `leave` want its cookie. */
export const previewApiPaths = {
  /**
   * `?secret=…&path=/gallery` sets the cookie and leads there, and with `&entry=<id>` to the page that shows it;
   * without the right secret it is an unknown address.
   */
  enter: '/preview',
  /** `?path=/gallery` takes the cookie away and leads there. */
  leave: '/preview/leave',
  /** The site's content queries, answered with drafts. */
  graphql: '/preview/graphql',
  /** `PreviewState` as JSON. */
  state: '/preview/state',
  /** The health report (`npm run cms -- check`) as an HTML page. */
  report: '/preview/report',
} as const

const inCms = {
  id: z.string(),
  /** As editors know it: the entry's title. */
  title: z.string(),
  /** Of the entry, or the asset, in the CMS. */
  link: z.url(),
}

/** What an editor is told beside the page. */
export const previewStateSchema = z.object({
  /** Not yet for visitors; last changed first. `type`: the content type's name, or `Asset`. */
  unpublished: z.array(z.object({ ...inCms, type: z.string(), state: z.enum(['draft', 'changed']) })),
  /** Published, and not served all the same: a redirect that leads in a circle. */
  refused: z.array(z.object({ ...inCms, reason: z.string() })),
  /** Why visitors' pages are older than what is published: the last rebuild's failure. */
  rebuildProblem: z.nullable(z.string()),
})

export type PreviewState = z.output<typeof previewStateSchema>
