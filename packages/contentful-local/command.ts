import { Command, InvalidArgumentError } from 'commander'
import { CONTENTFUL_RATE_LIMITS, DEFAULT_LOCALE, LOCAL_SPACE_ID, LOCAL_TOKENS } from './constants.ts'
import { DamagedStateError, StorageError, startLocalContentful } from './server.ts'

const program = new Command('contentful-local')
  .description('Starts a local Contentful with an empty space.')
  .option('--port <number>', 'port on 127.0.0.1', parsePort, 4000)
  .option('--folder <path>', 'state folder; it is created if it does not exist', '.contentful-local')
  .option('--rate-limits', 'apply Contentful’s rate limits: 7 management and 55 delivery requests a second', false)
  .addHelpText(
    'after',
    `
The space is "${LOCAL_SPACE_ID}", its default locale ${DEFAULT_LOCALE}. contentful-import fills it with an export: see README.md.
Stop it with Ctrl+C: the content stays in the folder, and the next start uses it.`,
  )
  .action(run)

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Use a number from 0 to 65535; 0 is any free port.')
}

async function run({ port, folder, rateLimits }: { port: number; folder: string; rateLimits: boolean }): Promise<void> {
  try {
    const limits = rateLimits ? CONTENTFUL_RATE_LIMITS : {}
    const { url, close } = await startLocalContentful({ port, folder, limits })
    console.log(describeServer(url, folder))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close().then(() => process.exit(0)))
  } catch (error) {
    console.error(describeError(error, port))
    process.exitCode = 1
  }
}

/** The text that the command prints when the server is ready. */
const describeServer = (url: string, folder: string) => `
contentful-local  ${url}   state in ${folder}

Editor            ${url}/app
Management API    ${url}/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.management}
Delivery API      ${url}/cdn/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.delivery}
Preview API       ${url}/preview/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.preview}
GraphQL API       ${url}/content/v1/spaces/${LOCAL_SPACE_ID}   token ${LOCAL_TOKENS.delivery}, or ${LOCAL_TOKENS.preview} for drafts
`

/** One line for an error that the user can put right; any other error is returned as it is, with its stack. */
function describeError(error: unknown, port: number): unknown {
  if (error instanceof DamagedStateError)
    return `${error.message}. Delete the folder, or name another one with --folder.`
  if (error instanceof StorageError) return `${error.message} with --folder.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another one with --port.` : error
}

/** Runs the command with the arguments of the process. */
export const runContentfulLocal = (): Promise<unknown> => program.parseAsync()
