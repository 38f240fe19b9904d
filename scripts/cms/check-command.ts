import { writeFile } from 'node:fs/promises'
import { checkSpace } from '#cms/check/check-space.ts'
import { createLinkChecker } from '#cms/check/link-checker.ts'
import { renderHtmlReport } from '#cms/check/report/html-report.ts'
import { formatTextReport } from '#cms/check/report/text-report.ts'
import { createFileChecker } from '#cms/check/rules/file-contents.ts'
import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { createRateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import {
  type DeliveryConnection,
  getLocalDeliveryConnection,
  getLocalPreviewConnection,
  parseDeliveryConnection,
  parsePreviewConnection,
} from '#cms/sync/contentful/space-connections.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { LOCAL_CONTENTFUL_FOLDER } from './folders.ts'

export interface CheckCommandOptions {
  readonly json?: boolean
  /** The path of the HTML report. */
  readonly html?: string
  readonly offline?: boolean
}

/** The time to check external links, long enough for all of them. */
const LINK_CHECK_TIMEOUT_MS = 60_000

/** The time to read the pictures of a large space. */
const FILE_CHECK_TIMEOUT_MS = 600_000

/** Checks the content of a space and reports what editors should fix. */
export async function runCheckCommand(
  { html, offline = false }: CheckCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const limiter = createRateLimiter()
  const envConnection = parseSpaceConnections()
  await using target = await openCommandTarget({
    envConnection,
    getLocalConnection: getLocalConnections,
    folder: LOCAL_CONTENTFUL_FOLDER,
    log: output.log,
  })
  output.log(`Checking ${target.name}\n`)
  const { delivery, preview } = target.connection
  const siteUrl = process.env.VITE_SITE_URL
  const report = await checkSpace({
    delivery: createDeliveryClient(delivery, limiter),
    preview: createDeliveryClient(preview, limiter),
    links: createWebAppLinks(delivery),
    name: target.name,
    fileChecker: createFileChecker({ timeoutMs: FILE_CHECK_TIMEOUT_MS }),
    ...(!offline && { linkChecker: createLinkChecker({ totalTimeoutMs: LINK_CHECK_TIMEOUT_MS }) }),
    ...(siteUrl && URL.canParse(siteUrl) && { siteUrl }),
  })
  if (html) await writeHtmlReport(html, renderHtmlReport(report))
  const htmlNote = html ? `\nThe HTML report is ${html}.` : ''
  output.result(
    report,
    `${formatTextReport(report)}${htmlNote}`,
    report.findings.length > 0 ? EXIT_CODES.differs : EXIT_CODES.done,
  )
}

/** The connections to the Delivery API and the Preview API of a space. */
interface SpaceConnections {
  readonly spaceId: string
  readonly environmentId: string
  readonly delivery: DeliveryConnection
  readonly preview: DeliveryConnection
}

const createConnections = (delivery: DeliveryConnection, preview: DeliveryConnection): SpaceConnections => ({
  spaceId: delivery.spaceId,
  environmentId: delivery.environmentId,
  delivery,
  preview,
})

const getLocalConnections = (url: string) =>
  createConnections(getLocalDeliveryConnection(url), getLocalPreviewConnection(url))

/** Throws `UserError` if only the variables of one API are set. */
function parseSpaceConnections(): SpaceConnections | null {
  const delivery = parseDeliveryConnection(process.env)
  const preview = parsePreviewConnection(process.env)
  return delivery && preview && createConnections(delivery, preview)
}

async function writeHtmlReport(file: string, html: string): Promise<void> {
  try {
    await writeFile(file, html)
  } catch (error) {
    throw new UserError(`The report cannot be written to ${file} (${getReason(error)}): use another path`)
  }
}

const getReason = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error))
