import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { chooseBackendFolder } from './local-backend.ts'

/** Runs in an empty folder, in which the site's usual folders are. */
async function begin() {
  const folder = await mkdtemp(join(tmpdir(), 'local-backend-'))
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(async () => {
    process.chdir(before)
    await rm(folder, { recursive: true })
  })
  const lines: string[] = []
  const choose = (env: Readonly<Record<string, string>> = {}) =>
    chooseBackendFolder(3001, env, (line) => lines.push(line))
  return { lines, choose }
}

test('a second site on this machine keeps its messages in a folder of its own', async () => {
  const { lines, choose } = await begin()
  expect(await choose()).toEqual({})
  const first = await acquireSqliteLock('.backend/backend.sqlite')
  onTestFinished(first.release)
  expect(await choose()).toEqual({ BACKEND_FOLDER: '.cache/site-3001/backend' })
  expect(lines).toEqual([
    '.backend/backend.sqlite is in use by another site: messages of this one are kept in .cache/site-3001/backend/backend.sqlite.',
  ])
  first.release()
  expect(await choose()).toEqual({})
})

test('a folder that is named is used, and so is PostgreSQL', async () => {
  const { lines, choose } = await begin()
  for (const file of ['.backend/backend.sqlite', 'mine/backend.sqlite'])
    onTestFinished((await acquireSqliteLock(file)).release)
  expect(await choose({ BACKEND_FOLDER: 'mine' })).toEqual({})
  expect(await choose({ DATABASE_URL: 'postgres://127.0.0.1/site' })).toEqual({})
  expect(lines).toEqual([])
})
