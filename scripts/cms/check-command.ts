import { writeFile } from 'node:fs/promises'
import { checkSpace } from '#cms/check/check-space.ts'
import { createLinkChecker } from '#cms/check/link-checker.ts'
import { renderHtmlReport } from '#cms/check/report/html-report.ts'
import { formatTextReport } from '#cms/check/report/text-report.ts'
import { createSvgFileChecker } from '#cms/check/rules/unsafe-svg.ts'
import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import { createDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { createRateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import {
  type DeliveryConnection,
  getLocalDeliveryConnection,
  getLocalPreviewConnection,
  parseDeliveryConnection,
  parsePreviewConnection,
  parseRequestsPerSecond,
} from '#cms/sync/contentful/space-connections.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { LOCAL_CONTENTFUL_FOLDER } from './folders.ts'

export interface CheckCommandOptions {
  readonly json?: boolean
  /** The file of the page. */
  readonly html?: string
  readonly offline?: boolean
}

/** ms: at a terminal there is time to ask every site that is linked to. */
const LONGEST = 60_000

/** Looks through a space for what editors should put right. */
export async function runCheckCommand(
  { html, offline = false }: CheckCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const gate = createRateLimiter(parseRequestsPerSecond(process.env))
  const real = realPlace()
  await using target = await openCommandTarget({
    real,
    local: localPlace,
    folder: LOCAL_CONTENTFUL_FOLDER,
    say: output.say,
  })
  output.say(`Looking through ${target.name}\n`)
  const { delivery, preview } = target.connection
  const siteUrl = process.env.VITE_SITE_URL
  const report = await checkSpace({
    delivery: createDeliveryClient(delivery, gate),
    preview: createDeliveryClient(preview, gate),
    links: createWebAppLinks(delivery),
    name: target.name,
    svgFileChecker: createSvgFileChecker(),
    ...(!offline && { linkChecker: createLinkChecker({ longest: LONGEST }) }),
    ...(siteUrl && URL.canParse(siteUrl) && { siteUrl }),
  })
  if (html) await writePage(html, renderHtmlReport(report))
  const page = html ? `\nThe page is ${html}.` : ''
  output.result(
    report,
    `${formatTextReport(report)}${page}`,
    report.findings.length > 0 ? EXIT_CODES.differs : EXIT_CODES.done,
  )
}

/** A space, as it is read by both. */
interface Place {
  readonly spaceId: string
  readonly environmentId: string
  readonly delivery: DeliveryConnection
  readonly preview: DeliveryConnection
}

const place = (delivery: DeliveryConnection, preview: DeliveryConnection): Place => ({
  spaceId: delivery.spaceId,
  environmentId: delivery.environmentId,
  delivery,
  preview,
})

const localPlace = (url: string) => place(getLocalDeliveryConnection(url), getLocalPreviewConnection(url))

/** Each throws where the other's variables are set and its own are not. */
function realPlace(): Place | null {
  const delivery = parseDeliveryConnection(process.env)
  const preview = parsePreviewConnection(process.env)
  return delivery && preview && place(delivery, preview)
}

async function writePage(file: string, page: string): Promise<void> {
  try {
    await writeFile(file, page)
  } catch (error) {
    throw new UserError(`The page cannot be written to ${file} (${reasonOf(error)}): name another file`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error))
