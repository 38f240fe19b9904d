import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedStateError, moveStateFolderAside, readStateMeta } from 'contentful-local'
import * as z from 'zod'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import { hashJson } from '#scripts/build/build-stamp.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cms/folders.ts'
import { type ServerProcess, startServerProcess } from '#server/processes/server-process.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

export interface LocalContentfulProcessOptions {
  readonly folder: string
  readonly port: number
  /** Called when the process exits without `stop`. */
  readonly onUnexpectedExit?: () => void
}

/** Starts the local Contentful in a child process. It shares the image cache of the build. */
export const startLocalContentfulProcess = ({
  folder,
  port,
  onUnexpectedExit,
}: LocalContentfulProcessOptions): Promise<ServerProcess> =>
  startServerProcess({
    name: 'local Contentful',
    module: new URL('cms-process.ts', import.meta.url),
    args: [folder, String(port), IMAGE_CACHE_FOLDER],
    onUnexpectedExit: onUnexpectedExit,
  })

/** Returns a digest of the content types, without help texts for editors. */
export const hashContentModel = () => hashJson(modelContentTypes)

/**
 * Moves a state folder away when it is damaged or has content of another model, so that a new one is created. Returns a
 * log line about it, or `undefined`.
 */
export function setAsideUnusableState(folder: string): string | undefined {
  const reason = findStateProblem(folder)
  if (!reason) return undefined
  return `${reason}. It is moved to ${moveStateFolderAside(folder)}, and the local Contentful is seeded again.`
}

function findStateProblem(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isDirectory()) return `${folder} is not a folder`
  try {
    const model = readStateMeta(folder, 'model')
    return model === undefined || model === hashContentModel() ? undefined : `${folder} holds content of another model`
  } catch (error) {
    if (error instanceof DamagedStateError) return error.message
    throw error
  }
}

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
