import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { getLocalManagementConnection } from './management-connection.ts'
import { tryParseJson } from './try-parse-json.ts'

const addressFile = z.object({ url: z.url({ protocol: /^http$/ }) })

/** ms. It is on this machine: if it lives, it answers at once. */
const PATIENCE = 2_000

/** The address of the local Contentful that runs from this folder now, as its start script noted it; else `undefined`. */
export async function findRunningLocalContentful(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'address.json'), 'utf8').catch(() => '')
  const noted = addressFile.safeParse(tryParseJson(text))
  return noted.success && (await answers(noted.data.url)) ? noted.data.url : undefined
}

/** The note of a process that was killed stays, and its port may be somebody else's by now. */
async function answers(url: string): Promise<boolean> {
  try {
    // The switches stand outside the trouble that may be on, and nothing else has them.
    const headers = { authorization: `Bearer ${getLocalManagementConnection(url).managementToken}` }
    return (await fetch(new URL('/local/faults', url), { headers, signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    return false
  }
}
