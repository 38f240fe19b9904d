import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { sysSchema, textSchema } from './field-schemas.ts'
import { RedirectsDocument, type RedirectsQuery } from './generated/graphql.ts'
import { parseItems } from './parse-content.ts'

const redirectSchema = z.pipe(
  z.object({ sys: sysSchema, from: textSchema, to: textSchema, isPermanent: z.boolean() }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** Query options of the redirects, used by the build. cms/model/validate-redirects.ts decides which are served. */
export const redirectsQueryOptions = () =>
  contentQueryOptions({
    page: 'redirects',
    document: RedirectsDocument,
    loadFallback: async () => (await import('./bundled/redirects.json')).default,
    map: ({ redirectCollection }: RedirectsQuery) =>
      parseItems(redirectSchema, redirectCollection?.items ?? [], 'Redirect'),
  })
