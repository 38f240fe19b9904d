import type { ReportedIssue } from '#cms/check/check-rule.ts'
import { checkSpace } from '#cms/check/check-space.ts'
import type { LinkChecker } from '#cms/check/link-checker.ts'
import { findPendingChanges } from '#cms/check/pending-changes.ts'
import { createSvgFileChecker } from '#cms/check/rules/unsafe-svg.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { createRateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import { getLocalDeliveryConnection, getLocalPreviewConnection } from '#cms/sync/contentful/space-connections.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { fullSpace } from './seeded-space.ts'
import { linkTo, managementClient, publishedEntry } from './test-contentful.ts'

/** A space with all content of the site, an editor in it, and the report of its health. */
export async function checkedSpace() {
  const space = await fullSpace()
  const client = managementClient(space.url)
  const [delivery, preview] = [getLocalDeliveryConnection(space.url), getLocalPreviewConnection(space.url)]
  const links = createWebAppLinks(delivery)
  const gate = createRateLimiter(undefined)
  const source = { delivery: createDeliveryClient(delivery, gate), preview: createDeliveryClient(preview, gate), links }
  const check = (linkChecker?: LinkChecker) =>
    checkSpace({ ...source, svgFileChecker: createSvgFileChecker(), ...(linkChecker && { linkChecker }) })
  return {
    ...space,
    client,
    links,
    check,
    waiting: () => findPendingChanges(source),
    /** What the report says of one thing. */
    findingsOf: async (id: string | null, probe?: LinkChecker): Promise<readonly ReportedIssue[]> =>
      (await check(probe)).findings.filter((finding) => finding.id === id),
    publish: (id: string, field: string, value: unknown) => publishField(client, id, field, value),
    add: (type: string, id: string, fields: Record<string, unknown>) => publishedEntry({ client }, type, id, fields),
    /** An editor puts an entry at the end of a list. */
    append: async (id: string, field: string, other: string) => {
      const { fields } = await client.entry.get({ entryId: id })
      return publishField(client, id, field, [...fields[field][LOCALE], linkTo('Entry', other)])
    },
    /** As a space that was modelled before there were rules: everything can be published. */
    relax: async (contentTypeId: string) => {
      const type = await client.contentType.get({ contentTypeId })
      const fields = type.fields.map((field) => ({ ...field, required: false, validations: [] }))
      const at = { contentTypeId }
      await client.contentType.publish(at, await client.contentType.update(at, { ...type, fields }))
    },
  }
}

export type CheckedSpace = Awaited<ReturnType<typeof checkedSpace>>
