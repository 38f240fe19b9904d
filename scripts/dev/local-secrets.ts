import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { tryParseJson } from '#cms/sync/contentful/try-parse-json.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

const secrets = z.object({
  /** Opens the preview. */
  preview: z.string().regex(/^[\w-]{32}$/),
  /** Signs webhooks. */
  webhook: z.string().regex(/^[0-9a-f]{64}$/),
})

export type LocalSecrets = Readonly<z.output<typeof secrets>>

/** What the site and the local Contentful of a state folder share: made once, and anew where it cannot be read. */
export async function ensureLocalSecrets(folder: string): Promise<LocalSecrets> {
  const file = join(folder, 'secrets.json')
  const kept = secrets.safeParse(tryParseJson(await readFile(file, 'utf8').catch(() => '')))
  if (kept.success) return kept.data
  const made = { preview: randomBytes(24).toString('base64url'), webhook: randomBytes(32).toString('hex') }
  await mkdir(folder, { recursive: true })
  await writeFileAtomic(file, Buffer.from(`${JSON.stringify(made)}\n`), { mode: 0o600 })
  return made
}
