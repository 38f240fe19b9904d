import type { FaultReport } from './faults/active-faults.ts'
import type { FaultSettings } from './faults/fault-settings.ts'
import { LOCAL_TOKENS } from './tokens.ts'

/** Switches trouble on at the local Contentful, in place of what was on; `{}` switches all off. Throws with its line where it refuses. */
export async function setFaults(
  url: string,
  trouble: FaultSettings,
  token: string = LOCAL_TOKENS.management,
): Promise<void> {
  await asked(url, token, { method: 'PUT', body: JSON.stringify(trouble) })
}

/** What is on, and how many requests met it since. */
export async function getFaultReport(url: string, token: string = LOCAL_TOKENS.management): Promise<FaultReport> {
  const response = await asked(url, token, { method: 'GET' })
  return response.json() as Promise<FaultReport>
}

async function asked(url: string, token: string, request: RequestInit): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(new URL('/local/trouble', url), { ...request, headers })
  if (response.ok) return response
  throw new Error(`The local Contentful at ${url} answers ${response.status}: ${await response.text()}`)
}
