import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { chooseBackendFolder, createLocalConfig } from './local-config.ts'

test.each(['production', 'staging', ''])(
  '§11.3 with NODE_ENV=%s a local site needs no setting of production, and listens on this machine only',
  async (NODE_ENV) => {
    const BACKEND_FOLDER = await createTestFolder()
    const config = await createLocalConfig(3001, { NODE_ENV, BACKEND_FOLDER }, () => {})
    const emailTransport = { folder: expect.any(String) }
    const origins = ['http://127.0.0.1:3001', 'http://localhost:3001']
    expect(config).toMatchObject({ isProduction: false, host: '127.0.0.1', emailTransport, origins, logLevel: 'warn' })
  },
)

test('a second site on the same machine uses a separate folder, unless it has one or a database of its own', async () => {
  const before = process.cwd()
  process.chdir(await createTestFolder()) // which contains the default folder
  onTestFinished(() => process.chdir(before))
  const lines: string[] = []
  const chooseFolder = (env: Readonly<Record<string, string>> = {}) =>
    chooseBackendFolder(3001, env, (line) => lines.push(line))
  expect(await chooseFolder()).toEqual({})
  const first = acquireSqliteLock('.backend/backend.sqlite')
  onTestFinished(() => first[Symbol.dispose]())
  expect(await chooseFolder({ BACKEND_FOLDER: '.backend' })).toEqual({})
  expect(await chooseFolder({ DATABASE_URL: 'postgres://127.0.0.1/site' })).toEqual({})
  expect(lines).toEqual([])
  expect(await chooseFolder()).toEqual({ BACKEND_FOLDER: '.cache/site-3001/backend' })
  expect(lines).toEqual([
    '.backend/backend.sqlite is in use by another site: messages of this site are stored in .cache/site-3001/backend/backend.sqlite.',
  ])
})
