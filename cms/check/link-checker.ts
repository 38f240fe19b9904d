import PQueue from 'p-queue'
import { type Agent, fetch } from 'undici'
import * as z from 'zod'
import { createPublicAgent, NOT_PUBLIC } from './public-agent.ts'

/** Why a URL does not open. */
export interface LinkProblem {
  /** The URL never opens. Otherwise it may open later, or for others. */
  readonly isDead: boolean
  /** Continues a sentence after `which`, for example `responds that the page does not exist (404)`. */
  readonly reason: string
}

export interface LinkCheckResult {
  readonly problems: ReadonlyMap<string, LinkProblem>
  /** URLs that were not checked: the time was over, or no other site could be reached. */
  readonly uncheckedCount: number
}

/** Requests unique URLs of other sites. */
export type LinkChecker = (urls: readonly string[]) => Promise<LinkCheckResult>

interface Options {
  readonly requestTimeoutMs?: number
  /** Timeout of all requests: an editor waits for the report. */
  readonly totalTimeoutMs?: number
  /** Addresses that may be asked: those of the public internet by default. */
  readonly isAllowedAddress?: ((address: string) => boolean) | undefined
}

/** Concurrent requests. */
const CONCURRENCY = 6

/** If at least this many sites are all unreachable, this machine has no internet access. */
const MIN_UNREACHABLE_SITES = 3

/** Creates a link checker that sends HTTP requests to the public internet. */
export const createLinkChecker =
  ({ requestTimeoutMs = 4_000, totalTimeoutMs = 10_000, isAllowedAddress }: Options = {}): LinkChecker =>
  async (urls) => {
    const queue = new PQueue({ concurrency: CONCURRENCY })
    const end = AbortSignal.timeout(totalTimeoutMs)
    const agent = createPublicAgent(isAllowedAddress)
    const results = await queue.addAll(
      urls.map((url) => async () => [url, await checkUrl(url, { agent, timeoutMs: requestTimeoutMs, end })] as const),
    )
    await agent.destroy()
    const checked = results.filter(([, result]) => result !== 'unchecked')
    const asked = checked.filter(([, result]) => result !== NOT_PUBLIC_PROBLEM)
    if (asked.length >= MIN_UNREACHABLE_SITES && asked.every(([, result]) => isUnreachable(result)))
      return { problems: new Map(), uncheckedCount: urls.length }
    const problems = checked.flatMap(([url, result]) => (typeof result === 'object' ? [[url, result] as const] : []))
    return { problems: new Map(problems), uncheckedCount: urls.length - checked.length }
  }

type UrlCheckResult = 'alive' | 'unchecked' | ReachabilityProblem
interface ReachabilityProblem extends LinkProblem {
  readonly isUnreachable: boolean
}

const isUnreachable = (result: UrlCheckResult) => typeof result === 'object' && result.isUnreachable

/** The same for each such address, so that it does not tell whether a machine answers there. */
const NOT_PUBLIC_PROBLEM: ReachabilityProblem = {
  isDead: false,
  isUnreachable: false,
  reason: 'leads to an address that is not on the public internet, so the check did not open it',
}

interface CheckContext {
  readonly agent: Agent
  readonly timeoutMs: number
  /** Aborted when the time of all requests is over. */
  readonly end: AbortSignal
}

/** Sends HEAD, then GET if HEAD fails: many servers respond incorrectly to HEAD. */
async function checkUrl(url: string, { agent, timeoutMs, end }: CheckContext): Promise<UrlCheckResult> {
  let result: UrlCheckResult = 'unchecked'
  for (const method of ['HEAD', 'GET']) {
    if (end.aborted) return 'unchecked'
    result = await sendRequest(url, method, agent, AbortSignal.any([AbortSignal.timeout(timeoutMs), end]))
    if (result === 'alive') return result
  }
  // A request that the total timeout aborted has no result.
  return end.aborted ? 'unchecked' : result
}

async function sendRequest(url: string, method: string, agent: Agent, signal: AbortSignal): Promise<UrlCheckResult> {
  try {
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: 'text/html,*/*' }
    const response = await fetch(url, { method, headers, signal, dispatcher: agent })
    await response.body?.cancel()
    return getStatusProblem(response.status) ?? 'alive'
  } catch (error) {
    return getNetworkProblem(error)
  }
}

/** Sites that require a login or block programs (401, 403, 405, 429, 999) are alive. */
function getStatusProblem(status: number): ReachabilityProblem | undefined {
  if (status === 404)
    return { isDead: true, isUnreachable: false, reason: 'responds that the page does not exist (404)' }
  if (status === 410) return { isDead: true, isUnreachable: false, reason: 'responds that the page was removed (410)' }
  if (status >= 500 && status < 600)
    return { isDead: false, isUnreachable: false, reason: `has a technical error at the moment (${status})` }
  return undefined
}

/** `fetch` puts the reason into `cause`, except for a timeout. */
const errorSchema = z.object({
  name: z.string().catch(''),
  cause: z.object({ code: z.string().catch(''), message: z.string().catch('') }).catch({ code: '', message: '' }),
})

function getNetworkProblem(error: unknown): ReachabilityProblem {
  const { name, cause } = errorSchema.safeParse(error).data ?? { name: '', cause: { code: '', message: '' } }
  const { code, message } = cause
  if (code === NOT_PUBLIC) return NOT_PUBLIC_PROBLEM
  if (/redirect/.test(message))
    return { isDead: true, isUnreachable: false, reason: 'redirects in a loop and never opens' }
  if (/CERT|SSL|TLS/.test(code))
    return {
      isDead: true,
      isUnreachable: false,
      reason: 'has an invalid security certificate, so that browsers warn of it',
    }
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code))
    return { isDead: false, isUnreachable: true, reason: 'did not respond in time' }
  if (code === 'ENOTFOUND') return { isDead: true, isUnreachable: true, reason: 'is at a domain that does not exist' }
  if (code === 'EAI_AGAIN') return { isDead: false, isUnreachable: true, reason: 'could not be found at the moment' }
  return { isDead: true, isUnreachable: true, reason: `cannot be reached (${code || message || 'no response'})` }
}
