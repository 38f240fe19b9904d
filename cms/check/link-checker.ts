import PQueue from 'p-queue'
import * as z from 'zod'

/** Why a link does not open. */
export interface LinkProblem {
  /** Nobody gets there. Else it may be better the next time. */
  readonly isDead: boolean
  /** After `which`: `answers that there is no such page (404)` */
  readonly reason: string
}

export interface LinkCheckResult {
  readonly problems: ReadonlyMap<string, LinkProblem>
  /** Those that nothing can be said of: the time was up, or no other site could be reached at all. */
  readonly uncheckedCount: number
}

/** Asks other sites for these addresses, each of which comes once. */
export type LinkChecker = (addresses: readonly string[]) => Promise<LinkCheckResult>

interface Options {
  /** ms, for one answer */
  readonly patience?: number
  /** ms, for all of them: somebody waits in front of a page */
  readonly longest?: number
}

/** At most so many at a time: other sites are asked as a visitor would. */
const AT_ONCE = 6

/** So many sites that cannot be reached, and no other, say that this machine has no way out. */
const NO_WAY_OUT = 3

/** A probe that asks over the network. */
export const createLinkChecker =
  ({ patience = 4_000, longest = 10_000 }: Options = {}): LinkChecker =>
  async (addresses) => {
    const queue = new PQueue({ concurrency: AT_ONCE })
    const end = AbortSignal.timeout(longest)
    const answers = await queue.addAll(
      addresses.map((address) => async () => [address, await answerOf(address, patience, end)] as const),
    )
    const known = answers.filter(([, answer]) => answer !== 'unasked')
    if (known.length >= NO_WAY_OUT && known.every(([, answer]) => answer !== 'alive' && isUnreached(answer)))
      return { problems: new Map(), uncheckedCount: addresses.length }
    const troubles = known.flatMap(([address, answer]) =>
      typeof answer === 'object' ? [[address, answer] as const] : [],
    )
    return { problems: new Map(troubles), uncheckedCount: addresses.length - known.length }
  }

type Answer = 'alive' | 'unasked' | Trouble
interface Trouble extends LinkProblem {
  readonly isUnreached: boolean
}

const isUnreached = (answer: Answer) => typeof answer === 'object' && answer.isUnreached

/** With HEAD first; many servers answer it wrongly, so that only GET is believed when it tells of trouble. */
async function answerOf(address: string, patience: number, end: AbortSignal): Promise<Answer> {
  let answer: Answer = 'unasked'
  for (const method of ['HEAD', 'GET']) {
    if (end.aborted) return 'unasked'
    answer = await asked(address, method, AbortSignal.any([AbortSignal.timeout(patience), end]))
    if (answer === 'alive') return answer
  }
  // What was cut short by the end of the whole says nothing of the site.
  return end.aborted ? 'unasked' : answer
}

async function asked(address: string, method: string, signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: 'text/html,*/*' }
    const response = await fetch(address, { method, headers, signal })
    await response.body?.cancel()
    return troubleOf(response.status) ?? 'alive'
  } catch (error) {
    return failureOf(error)
  }
}

/** Whoever asks for a login, or will not be asked by programs (401, 403, 405, 429, 999), is there. */
function troubleOf(status: number): Trouble | undefined {
  if (status === 404) return { isDead: true, isUnreached: false, reason: 'answers that there is no such page (404)' }
  if (status === 410) return { isDead: true, isUnreached: false, reason: 'answers that the page is gone (410)' }
  if (status >= 500 && status < 600)
    return { isDead: false, isUnreached: false, reason: `answers with a failure of its own (${status})` }
  return undefined
}

/** `fetch` says the reason one step down, but for a patience that has come to its end. */
const failure = z.object({
  name: z.string().catch(''),
  cause: z.object({ code: z.string().catch(''), message: z.string().catch('') }).catch({ code: '', message: '' }),
})

function failureOf(error: unknown): Trouble {
  const { name, cause } = failure.safeParse(error).data ?? { name: '', cause: { code: '', message: '' } }
  const { code, message } = cause
  if (/redirect/.test(message)) return { isDead: true, isUnreached: false, reason: 'leads on and on without an end' }
  if (/CERT|SSL|TLS/.test(code))
    return { isDead: true, isUnreached: false, reason: 'has a certificate that browsers do not accept' }
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code))
    return { isDead: false, isUnreached: true, reason: 'did not answer in time' }
  if (code === 'ENOTFOUND') return { isDead: true, isUnreached: true, reason: 'is at a domain that does not exist' }
  if (code === 'EAI_AGAIN') return { isDead: false, isUnreached: true, reason: 'could not be looked up' }
  return { isDead: true, isUnreached: true, reason: `cannot be reached (${code || message || 'no answer'})` }
}
