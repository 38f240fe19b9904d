import { LOCAL_TOKENS } from './constants.ts'
import type { FaultReport } from './faults/active-faults.ts'
import type { FaultSettings } from './faults/fault-settings.ts'

export type { FaultSettings } from './faults/fault-settings.ts'

/** Replaces the active faults of a running local Contentful; `{}` turns them off. Throws with the response's message. */
export async function setFaults(
  url: string,
  faults: FaultSettings,
  token: string = LOCAL_TOKENS.management,
): Promise<void> {
  await requestFaults(url, token, { method: 'PUT', body: JSON.stringify(faults) })
}

/** Reads the active faults, and how many requests each has affected. */
export async function getFaultReport(url: string): Promise<FaultReport> {
  const response = await requestFaults(url, LOCAL_TOKENS.management, {})
  return JSON.parse(await response.text())
}

async function requestFaults(url: string, token: string, request: RequestInit): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(new URL('/local/faults', url), { ...request, headers })
  if (response.ok) return response
  throw new Error(`The local Contentful at ${url} responds with ${response.status}: ${await response.text()}`)
}

export { createSignatureHeaders } from './webhooks/call-webhook.ts'
