import * as z from 'zod/mini'

/** Paths of the preview API. All but `enter`, `entered` and `leave` require the preview cookie. */
export const previewApiPaths = {
  /**
   * `?secret=…&path=/gallery` sets the cookie and redirects to `entered` with the path; with `&entry=<id>`, with the path
   * of the page that shows the entry. With a wrong secret it is an unknown path.
   */
  enter: '/preview',
  /** `?path=/gallery` redirects to the path, or says that the browser has not kept the cookie. */
  entered: '/preview/entered',
  /** `?path=/gallery` removes the cookie and redirects to the path. */
  leave: '/preview/leave',
  /** Runs one of the site's queries on drafts: `{ name, variables }`. 409: the site's current build has no query of this name. */
  graphql: '/preview/graphql',
  /** `PreviewState` as JSON. */
  state: '/preview/state',
  /** The content report (`npm run cms -- check`) as an HTML page. */
  report: '/preview/report',
} as const

const cmsReference = {
  id: z.string(),
  /** The entry's title, as editors see it. */
  title: z.string(),
  /** URL of the entry or asset in the CMS. */
  link: z.url(),
}

/** The data of the preview banner. */
export const previewStateSchema = z.object({
  /** Unpublished changes, last changed first. */
  unpublished: z.array(
    z.object({
      ...cmsReference,
      /** Name of the content type, or `Asset`. */
      type: z.string(),
      state: z.enum(['draft', 'changed']),
      /** Name of the field without which a list of the page leaves the entry out. */
      missingField: z.optional(z.string()),
    }),
  ),
  /** Redirects that the site does not serve, published or as they are saved. */
  refused: z.array(z.object({ ...cmsReference, reason: z.string() })),
  /** The failure of the last rebuild, because of which pages are outdated; `null` without one. */
  rebuildProblem: z.nullable(z.string()),
})

export type PreviewState = z.output<typeof previewStateSchema>
