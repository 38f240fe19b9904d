import { Command, InvalidArgumentError } from 'commander'
import { CONTENTFUL_RATE_LIMITS, DEFAULT_LOCALE, LOCAL_SPACE_ID, LOCAL_TOKENS } from './constants.ts'
import { DEFAULT_SPACE_LIMITS } from './http/contentful-apis.ts'
import { formatHostname, isLoopbackHostname } from './http/loopback-requests.ts'
import { DamagedStateError, type LocalContentfulOptions, StorageError, startLocalContentful } from './server.ts'

const program = new Command('contentful-local')
  .description('Starts a local Contentful with an empty space.')
  .option('--port <number>', 'port', parsePort, 4000)
  .option('--host <address>', 'address to listen on, such as 0.0.0.0 in a container', '127.0.0.1')
  .option('--allowed-hosts <names>', 'other host names that requests may use, separated by commas', parseHosts)
  .option('--folder <path>', 'state folder; it is created if it does not exist', '.contentful-local')
  .option('--content-types <number>', 'limit of content types', parseCount, DEFAULT_SPACE_LIMITS.contentTypes)
  .option('--rate-limits', 'apply Contentful’s rate limits: 7 management and 55 delivery requests a second', false)
  .addHelpText(
    'after',
    `
The space is "${LOCAL_SPACE_ID}", its default locale ${DEFAULT_LOCALE}. contentful-import fills it with an export: see README.md.
With --host, everyone who reaches the port can read and change everything, and let it send webhooks to this machine: the
tokens are public. Requests for other names than 127.0.0.1, localhost, the address and --allowed-hosts are refused, and
webhooks to other machines too.
Stop it with Ctrl+C: the content stays in the folder, and the next start uses it.`,
  )
  .action(run)

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Use a number from 0 to 65535; 0 is any free port.')
}

function parseHosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => /^([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])$/i.test(name))) return names
  throw new InvalidArgumentError('Use host names without ports, separated by commas.')
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number from 1.')
}

interface CommandOptions extends LocalContentfulOptions {
  readonly contentTypes: number
  readonly rateLimits: boolean
}

async function run({ contentTypes, rateLimits, ...options }: CommandOptions): Promise<void> {
  try {
    const limits = { contentTypes, ...(rateLimits && CONTENTFUL_RATE_LIMITS) }
    const { url, port, close } = await startLocalContentful({ ...options, limits })
    console.log(`
contentful-local  ${url}   state in ${options.folder}

Editor            ${url}/app
Management API    ${url}/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.management}
Delivery API      ${url}/cdn/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.delivery}
Preview API       ${url}/preview/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.preview}
GraphQL API       ${url}/content/v1/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.delivery}, or ${LOCAL_TOKENS.preview} for drafts
`)
    if (options.host && !isLoopbackHostname(formatHostname(options.host)))
      console.log(`It listens on ${options.host}: everyone who reaches port ${port} can read and change everything.\n`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close().then(() => process.exit(0)))
  } catch (error) {
    console.error(describeError(error, options))
    process.exitCode = 1
  }
}

/** One line for an error that the user can put right; any other error is returned as it is, with its stack. */
function describeError(error: unknown, { port, host }: LocalContentfulOptions): unknown {
  if (error instanceof DamagedStateError)
    return `${error.message}. Delete the folder, or name another one with --folder.`
  if (error instanceof StorageError) return `${error.message} with --folder.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port.`
  const isUnknownHost = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code)
  return isUnknownHost ? `"${host}" is no address of this machine. Choose another one with --host.` : error
}

await program.parseAsync()
