import { inject, type TestContext } from 'vitest'
import * as z from 'zod'

const installedDatabaseSchema = z.object({ url: z.string(), programs: z.string() })

/** Creates a database in the installed PostgreSQL. Returns its URL and the folder of the programs. Skips without one. */
export async function createInstalledPostgresDatabase({
  skip,
}: TestContext): Promise<z.output<typeof installedDatabaseSchema>> {
  const response = await fetch(inject('installedPostgresService'), { method: 'POST' })
  const text = await response.text()
  if (response.status === 501) skip(text)
  if (!response.ok) throw new Error(text)
  return installedDatabaseSchema.parse(JSON.parse(text))
}
