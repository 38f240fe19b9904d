import { inject } from 'vitest'

/** Makes an empty database in the PostgreSQL of this test run and answers with its address. Starting PostgreSQL takes some seconds. */
export async function createPostgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgresService'), { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
