import { BadInput } from '#cms/sync/bad-input.ts'
import type { Rebuild } from './publishing-options.ts'

/** ms */
const PATIENCE = 20_000

/** Tells a host to build the site. The address is as good as a password: it is in no message. Throws `BadInput` for one that would be sent in the clear. */
export function createDeployHookRebuild(address: string): Rebuild {
  const url = URL.parse(address)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1')))
    throw new BadInput('DEPLOY_HOOK_URL must be an https address')
  return async (_, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    }).catch((problem) => {
      throw new Error(`The deploy hook at ${url.host} did not answer`, { cause: problem })
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The deploy hook at ${url.host} answered ${response.status}`)
    return []
  }
}
