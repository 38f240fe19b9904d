import * as z from 'zod/mini'
import { checkedItems } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { RedirectsDocument, type RedirectsQuery } from './generated/graphql.ts'
import { sys, text } from './shapes.ts'

const redirect = z.pipe(
  z.object({ sys, from: text, to: text, isPermanent: z.boolean() }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** The editors' redirects, for the build; which of them may be served is cms/model/redirect-rules.ts's to say. */
export const redirectsQuery = () =>
  contentQuery({
    page: 'redirects',
    document: RedirectsDocument,
    bundled: async () => (await import('./bundled/redirects.json')).default,
    map: ({ redirectCollection }: RedirectsQuery) =>
      checkedItems(redirect, redirectCollection?.items ?? [], 'Redirect'),
  })
