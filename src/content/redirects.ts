import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { sysSchema, textSchema } from './field-schemas.ts'
import { RedirectsDocument, type RedirectsQuery } from './generated/graphql.ts'
import { parseItems } from './parse-content.ts'

const redirect = z.pipe(
  z.object({ sys: sysSchema, from: textSchema, to: textSchema, isPermanent: z.boolean() }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** Query options for the redirects, for the build. cms/model/validate-redirects.ts validates them. */
export const redirectsQueryOptions = () =>
  contentQueryOptions({
    page: 'redirects',
    document: RedirectsDocument,
    loadFallback: async () => (await import('./bundled/redirects.json')).default,
    map: ({ redirectCollection }: RedirectsQuery) => parseItems(redirect, redirectCollection?.items ?? [], 'Redirect'),
  })
