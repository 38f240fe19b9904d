import bundled from './bundled/redirects.json' with { type: 'json' }
import type { EntryFields } from './field-schemas.ts'
import { redirectEntry } from './generated/entry-schemas.ts'
import { RedirectsDocument, type RedirectsQuery } from './generated/graphql.ts'
import { parseItems } from './parse-content.ts'

const toRedirect = ({ sys, from, to, isPermanent }: EntryFields<typeof redirectEntry>) => ({
  id: sys.id,
  from,
  to,
  isPermanent,
})

/** The redirects, used by the build. cms/model/validate-redirects.ts decides which are served. */
export const redirectsContent = {
  document: RedirectsDocument,
  fallback: bundled,
  map: ({ redirectCollection }: RedirectsQuery) =>
    parseItems(redirectEntry, redirectCollection?.items ?? []).map(toRedirect),
}
