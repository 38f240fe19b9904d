import { inject, type TestContext } from 'vitest'
import * as z from 'zod'

const installedDatabase = z.object({ url: z.string(), programs: z.string() })

/** An empty database in a PostgreSQL of this machine, and the folder of its programs. Skips the test where there is none. */
export async function createInstalledPostgresDatabase({
  skip,
}: TestContext): Promise<z.output<typeof installedDatabase>> {
  const response = await fetch(inject('installedPostgresService'), { method: 'POST' })
  const text = await response.text()
  if (response.status === 501) skip(text)
  if (!response.ok) throw new Error(text)
  return installedDatabase.parse(JSON.parse(text))
}
