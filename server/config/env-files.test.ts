import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { getEnvFiles, readEnvFile, repairEnvironment } from './env-files.ts'

let folder: string

beforeEach(async () => {
  folder = await createTestFolder()
})

async function writeEnvFile(content: string | Buffer, name = '.env') {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

test('the settings files are the existing ones of Node’s command line', async () => {
  const [file, local] = [await writeEnvFile('PORT=3000\n'), await writeEnvFile('PORT=1\n', '.env.local')]
  const given = ['--import=x', `--env-file=${local}`, `--env-file-if-exists=${file}`]
  expect(getEnvFiles([...given, `--env-file-if-exists=${file}.none`])).toEqual([local, file])
})

test('the variable behind a byte order mark is set, and does not override one that was set before', async () => {
  const file = await writeEnvFile('\uFEFFPORT=general\r\nCMS=off\r\n')
  expect(readEnvFile(file)).toEqual({ PORT: 'general', CMS: 'off' })
  for (const given of [undefined, 'given']) {
    const env = { '\uFEFFPORT': 'general', CMS: 'off', ...(given && { PORT: given }) }
    repairEnvironment(env, [file])
    expect(env).toEqual({ PORT: given ?? 'general', CMS: 'off' })
  }
})

test.each([
  ['\uFEFFPORT=general', 'PORT=mine', { '\uFEFFPORT': 'general', PORT: 'mine' }],
  ['PORT=general', '\uFEFFPORT=mine', { '\uFEFFPORT': 'mine', PORT: 'general' }],
  ['\uFEFFPORT=general', '\uFEFFPORT=mine', { '\uFEFFPORT': 'mine' }],
  ['\uFEFF# as in A=1', 'PORT=mine', { '\uFEFF# as in A': '1', PORT: 'mine' }],
])('of two files, %j and %j, the second one counts', async (first, second, env) => {
  repairEnvironment(env, [await writeEnvFile(first), await writeEnvFile(second, '.env.local')])
  expect(env).toEqual({ PORT: 'mine' })
})

test('a file in UTF-16, with or without a byte order mark, is named with the remedy', async () => {
  for (const mark of ['\uFEFF', '']) {
    const text = Buffer.from(`${mark}PORT=3000\r\n`, 'utf16le')
    for (const content of [text, Buffer.from(text).swap16()]) {
      const file = await writeEnvFile(content)
      expect(() => repairEnvironment({}, [file])).toThrow(`${file}: is saved as UTF-16; save it as UTF-8`)
    }
  }
})
