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
  const lines: string[] = []
  const server = await startContentfulInProcess({ port: 0, folder, log: (line) => lines.push(line) })
  await server.close()
  return lines
}

test('uses a valid state without logging', async () => {
  expect(await start()).toEqual([])
  expect(await start()).toEqual([])
  expect(await readdir(parent)).toEqual(['state'])
})

test('moves a damaged state aside and logs one line', async () => {
  await start()
  const files = await readdir(folder)
  const database = files.find((name) => /\.(db|sqlite)/.test(name))
  if (!database) throw new Error(`No database among ${files}`)
  await writeFile(join(folder, database), 'this is no database')

  const [line, ...more] = await start()
  expect(more).toEqual([])
  const movedFolder = (await readdir(parent)).find((name) => name !== 'state')
  expect(line).toContain(join(parent, movedFolder ?? '?'))
  expect(await start()).toEqual([])
})
