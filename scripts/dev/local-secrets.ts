import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

const secrets = z.object({
  /** Opens the preview. */
  preview: z.string().regex(/^[\w-]{32}$/),
  /** Signs webhooks. */
  webhook: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Secrets of a local site. They are stored in its state folder. */
export type LocalSecrets = Readonly<z.output<typeof secrets>>

/** Returns the secrets that the site and the local Contentful share. Creates them when the file is missing or invalid. */
export async function ensureLocalSecrets(folder: string): Promise<LocalSecrets> {
  const file = join(folder, 'secrets.json')
  const kept = secrets.safeParse(tryParseJson(await readFile(file, 'utf8').catch(() => '')))
  if (kept.success) return kept.data
  const created = { preview: randomBytes(24).toString('base64url'), webhook: randomBytes(32).toString('hex') }
  await mkdir(folder, { recursive: true })
  await writeFileAtomic(file, Buffer.from(`${JSON.stringify(created)}\n`), { mode: 0o600 })
  return created
}
