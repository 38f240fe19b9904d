import * as z from 'zod/mini'
import bundled from './bundled/redirects.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import { defineEntry, mapEntry, sysSchema, textSchema } from './entry-schemas.ts'
import { type RedirectFragment, RedirectsDocument, type RedirectsQuery } from './generated/graphql.ts'
import { parseItems } from './parse-content.ts'

const redirect = mapEntry(
  defineEntry<RedirectFragment>()('Redirect', {
    sys: sysSchema,
    from: textSchema,
    to: textSchema,
    isPermanent: z.boolean(),
  }),
  ({ sys, ...rest }) => ({ id: sys.id, ...rest }),
)

/** The redirects, used by the build. cms/model/validate-redirects.ts decides which are served. */
export const redirectsContent: ContentDefinition<RedirectsQuery, z.output<typeof redirect.schema>[]> = {
  document: RedirectsDocument,
  fallback: bundled,
  map: ({ redirectCollection }) => parseItems(redirect, redirectCollection?.items ?? []),
}
