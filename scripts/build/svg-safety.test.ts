import { hash } from 'node:crypto'
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { deriveAllImages, deriveImage } from './derive-images.ts'
import type { DerivedImage } from './derived-image-list.ts'
import { assertSafePublicFiles, assertSafeSvgFiles } from './svg-safety.ts'

const svg = (inside = '') => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const SVG_WITH_SCRIPT = svg('<script>alert(1)</script>')

const derived = vi.hoisted((): { files: readonly DerivedImage[] } => ({ files: [] }))
vi.mock('./derived-image-list.ts', () => ({
  listSeedImages: async () => derived.files,
  listDynamicGalleryImages: async () => [],
}))

let folder: string
beforeEach(async () => {
  folder = await createTestFolder()
})

test('lists every unsafe SVG with its reason and ignores other files', async () => {
  const files = {
    'good.svg': svg('<path/>'),
    'bad.svg': SVG_WITH_SCRIPT,
    'BAD.SVG': svg('<rect onload="alert(1)"/>'),
    'bad.svgz': '\u001f\u008b',
    'page.html': SVG_WITH_SCRIPT,
  }
  await writeTestFiles(folder, files)
  const line = (name: string, problem: string) =>
    `${relative('.', join(folder, name))} ${problem}: export it as plain SVG, or delete it`
  const lines = [
    line('bad.svg', 'holds a script'),
    line('BAD.SVG', 'holds an event handler (onload)'),
    line('bad.svgz', 'is not well-formed XML (line 1: disallowed character)'),
  ]
  const checked = assertSafeSvgFiles(Object.keys(files).map((name) => join(folder, name)))
  await expect(checked).rejects.toMatchObject({ name: 'UserError', lines })
})

test('lists symbolic links and compressed copies of SVG files', async () => {
  await writeTestFiles(folder, { 'media/good.svg': svg(), 'media/good.svg.gz': '', 'media/GOOD.SVGZ.br': '' })
  await symlink('media/good.svg', join(folder, 'linked.svg'))
  const name = (file: string) => relative('.', join(folder, file))
  const { lines } = await assertSafePublicFiles(folder).catch((error) => error)
  expect(lines.toSorted()).toEqual([
    `${name('linked.svg')} is a symbolic link: replace it with a copy of its target`,
    `${name('media/GOOD.SVGZ.br')} is compressed: delete it, the build creates it`,
    `${name('media/good.svg.gz')} is compressed: delete it, the build creates it`,
  ])
})

test('every derived image is written once, and the progress counts them', async () => {
  const files = { 'a.svg': svg(), 'b.svg': svg('<path/>') }
  await writeTestFiles(folder, files)
  const images = Object.entries(files).map(([name, text]) => ({
    name: `derived-${name}`,
    source: { path: join(folder, name), sha256: hash('sha256', text) },
  }))
  derived.files = [...images, ...images]
  const onProgress = vi.fn()
  await deriveAllImages(join(folder, 'derived'), onProgress)
  expect(onProgress.mock.calls).toEqual([1, 2].map((done) => [done, 2]))
  const read = (name: string) => readFile(join(folder, `derived/derived-${name}`), 'utf8')
  expect([await read('a.svg'), await read('b.svg')]).toEqual(Object.values(files))
})

test('an unsafe SVG is not derived', async () => {
  await writeTestFiles(folder, { 'bad.svg': SVG_WITH_SCRIPT })
  const file = { name: 'bad.0123abcd.svg', source: { path: join(folder, 'bad.svg'), sha256: '0'.repeat(64) } }
  derived.files = [file]
  await expect(deriveImage(file.name)).rejects.toThrow('bad.svg holds a script: export it as plain SVG, or delete it')
  await expect(deriveAllImages(join(folder, 'derived'), () => {})).rejects.toThrow('bad.svg holds a script')
  expect(await readdir(join(folder, 'derived'))).toEqual([])
})
