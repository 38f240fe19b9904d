import type { ReportedIssue } from '#cms/check/check-rule.ts'
import { checkSpace } from '#cms/check/check-space.ts'
import type { LinkChecker } from '#cms/check/link-checker.ts'
import { findPendingChanges } from '#cms/check/pending-changes.ts'
import { createFileChecker } from '#cms/check/rules/file-contents.ts'
import { createWebAppLinks } from '#cms/check/web-app-links.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createSiteSpace } from './seeded-space.ts'
import { createManagementClient, publishEntry, toLink } from './test-contentful.ts'

/** Starts a space with all content of the site, with functions that edit it and run the content checks. */
export async function createCheckedSpace() {
  const space = await createSiteSpace()
  const client = createManagementClient(space.url)
  const [delivery, preview] = [getLocalConnection(space.url, 'delivery'), getLocalConnection(space.url, 'preview')]
  const links = createWebAppLinks(delivery)
  const source = {
    delivery: createDeliveryClient(delivery),
    preview: createDeliveryClient(preview),
    links,
  }
  const check = (linkChecker?: LinkChecker) =>
    checkSpace({ ...source, fileChecker: createFileChecker(), ...(linkChecker && { linkChecker }) })
  return {
    ...space,
    client,
    links,
    check,
    findPendingChanges: () => findPendingChanges(source),
    /** Findings for one entry or asset; `null` for findings of the whole space. */
    findFindings: async (id: string | null, linkChecker?: LinkChecker): Promise<readonly ReportedIssue[]> =>
      (await check(linkChecker)).findings.filter((finding) => finding.id === id),
    publishField: (id: string, field: string, value: unknown) => publishField(client, id, field, value),
    publishEntry: (type: string, id: string, fields: Record<string, unknown>) =>
      publishEntry({ client }, type, id, fields),
    /** Appends an entry to a list field and publishes it. */
    appendLink: async (id: string, field: string, linkedId: string) => {
      const { fields } = await client.entry.get({ entryId: id })
      return publishField(client, id, field, [...fields[field][LOCALE], toLink('Entry', linkedId)])
    },
    /** Removes all validations of a content type, so that invalid entries can be published. */
    removeValidations: async (contentTypeId: string) => {
      const type = await client.contentType.get({ contentTypeId })
      const fields = type.fields.map((field) => ({ ...field, required: false, validations: [] }))
      const params = { contentTypeId }
      await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
    },
  }
}

export type CheckedSpace = Awaited<ReturnType<typeof createCheckedSpace>>
