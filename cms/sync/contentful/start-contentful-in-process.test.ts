import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startContentfulInProcess } from './start-contentful-in-process.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'own-'))
  folder = join(parent, 'state')
})
afterEach(() => rm(parent, { recursive: true }))

const start = async () => {
  const said: string[] = []
  const server = await startContentfulInProcess({ port: 0, folder, say: (line) => said.push(line) })
  await server.close()
  return said
}

test('a sound state is used, and nothing is said', async () => {
  expect(await start()).toEqual([])
  expect(await start()).toEqual([])
  expect(await readdir(parent)).toEqual(['state'])
})

test('a damaged state is set aside in one line, and begun anew', async () => {
  await start()
  const files = await readdir(folder)
  const database = files.find((name) => /\.(db|sqlite)/.test(name))
  if (!database) throw new Error(`No database among ${files}`)
  await writeFile(join(folder, database), 'this is no database')

  const [line, ...more] = await start()
  expect(more).toEqual([])
  const aside = (await readdir(parent)).find((name) => name !== 'state')
  expect(line).toContain(join(parent, aside ?? '?'))
  expect(await start()).toEqual([])
})
