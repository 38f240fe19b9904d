import { inject } from 'vitest'

/** Creates an empty database in the PostgreSQL of this test run and returns its URL. The first call takes some seconds. */
export async function createPostgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgresService'), { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
