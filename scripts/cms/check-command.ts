import { checkSpace } from '#cms/check/check-space.ts'
import { createLinkChecker } from '#cms/check/link-checker.ts'
import { formatTextReport } from '#cms/check/report/text-report.ts'
import { createFileChecker } from '#cms/check/rules/file-contents.ts'
import { createWebAppLinks } from '#cms/check/web-app-links.ts'
import { connectToDelivery } from '#cms/sync/contentful/delivery-client.ts'
import { getLocalConnection, parseConnection } from '#cms/sync/contentful/space-connections.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { openSpace } from './open-space.ts'

/** The time to check external links, long enough for all of them. */
const LINK_CHECK_TIMEOUT_MS = 60_000

/** The time to read the pictures of a large space. */
const FILE_CHECK_TIMEOUT_MS = 600_000

/** Checks the content of a space and reports what editors should fix. */
export async function runCheckCommand(
  { offline = false }: { readonly offline?: boolean },
  output: CommandOutput,
): Promise<void> {
  // `null` if the space is the local Contentful.
  const preview = parseConnection(process.env, 'preview')
  await using target = await openSpace('delivery', output)
  output.log(`Checking ${target.name}\n`)
  const { connection } = target
  const siteUrl = process.env.VITE_SITE_URL
  const report = await checkSpace({
    delivery: await connectToDelivery(connection),
    preview: await connectToDelivery(preview ?? getLocalConnection(`http://${connection.host}`, 'preview')),
    links: createWebAppLinks(connection),
    name: target.name,
    fileChecker: createFileChecker({ timeoutMs: FILE_CHECK_TIMEOUT_MS }),
    ...(!offline && { linkChecker: createLinkChecker({ totalTimeoutMs: LINK_CHECK_TIMEOUT_MS }) }),
    ...(siteUrl && URL.canParse(siteUrl) && { siteUrl }),
  })
  output.result(report, formatTextReport(report), report.counts.errors > 0 ? EXIT_CODES.differs : EXIT_CODES.done)
}
