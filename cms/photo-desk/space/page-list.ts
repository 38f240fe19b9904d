import type { EntryProps } from 'contentful-management'
import { parseLink } from '#cms/links.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PageList } from './picture-type.ts'

/** The fields of an entry of the management API, by field, then by locale. */
interface EntryFields {
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** Returns the ids of the entries that the page lists, in order. */
export function getListedEntryIds({ fields }: EntryFields, { field }: PageList): readonly string[] {
  const links = fields[field]?.[LOCALE]
  return Array.isArray(links) ? links.flatMap((link) => parseLink(link)?.id ?? []) : []
}

/** Returns the page with other links in its list. Values of other locales stay. */
export const withPageLinks = (page: EntryProps, { field }: PageList, links: readonly unknown[]): EntryProps => ({
  ...page,
  fields: { ...page.fields, [field]: { ...page.fields[field], [LOCALE]: links } },
})
