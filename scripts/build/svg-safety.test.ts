import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deriveAllImages, deriveImage } from './derive-images.ts'
import type { DerivedImage } from './derived-image-list.ts'
import { listFiles } from './source-stamp.ts'
import { assertSafePublicFiles, assertSafeSvgFiles } from './svg-safety.ts'

const svg = (inside = '') => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const SCRIPT = svg('<script>alert(1)</script>')

const derived = vi.hoisted((): { files: readonly DerivedImage[] } => ({ files: [] }))
vi.mock('./derived-image-list.ts', () => ({
  listSeedImages: async () => derived.files,
  listDynamicGalleryImages: async () => [],
}))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safe-drawings-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  return path
}

test('the files of the site are safe', async () => {
  const files = await listFiles('public')
  expect(files.some((file) => file.endsWith('.svg'))).toBe(true)
  await expect(assertSafePublicFiles('public')).resolves.toBeUndefined()
})

test('names every unsafe drawing with its reason, and no other file', async () => {
  const paths = await Promise.all([
    put('good.svg', svg('<path/>')),
    put('bad.svg', SCRIPT),
    put('BAD.SVG', svg('<rect onload="alert(1)"/>')),
    put('bad.svgz', '\u001f\u008b'),
    put('page.html', SCRIPT),
  ])
  const line = (name: string, problem: string) =>
    `${relative('.', join(folder, name))} ${problem}: export it as plain SVG, or delete it`
  await expect(assertSafeSvgFiles(paths)).rejects.toMatchObject({
    name: 'BadInput',
    lines: [
      line('bad.svg', 'holds a script'),
      line('BAD.SVG', 'holds an event handler (onload)'),
      line('bad.svgz', 'is not well-formed XML (line 1: disallowed character)'),
    ],
  })
})

test('names what would be served in place of a drawing that was checked', async () => {
  const good = await put('media/good.svg', svg())
  await put('media/good.svg.gz', SCRIPT)
  await put('media/GOOD.SVGZ.br', SCRIPT)
  await symlink(good, join(folder, 'linked.svg'))
  const name = (file: string) => relative('.', join(folder, file))
  const { lines } = await assertSafePublicFiles(folder).catch((problem) => problem)
  expect(lines.toSorted()).toEqual([
    `${name('linked.svg')} is a symbolic link: copy the file that it leads to`,
    `${name('media/GOOD.SVGZ.br')} is compressed: delete it, the build makes it`,
    `${name('media/good.svg.gz')} is compressed: delete it, the build makes it`,
  ])
})

test('a build stops before it changes anything', async () => {
  await put('public/media/uploads/bad.svg', SCRIPT)
  await put('dist/index.html', 'earlier')
  const code = `
    const { buildSite } = await import(process.argv[1])
    await buildSite({ outDir: 'dist', ssrDir: 'dist-ssr', derivatives: 'on-demand' }).catch(({ name, lines }) =>
      console.log(JSON.stringify({ name, lines })))`
  const build = resolve('scripts/build.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, build], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toEqual({
    name: 'BadInput',
    lines: ['public/media/uploads/bad.svg holds a script: export it as plain SVG, or delete it'],
  })
  expect(await readFile(join(folder, 'dist/index.html'), 'utf8')).toBe('earlier')
  expect(await readdir(folder)).not.toContain('dist-ssr')
})

test('an unsafe drawing is no derived file', async () => {
  const path = await put('bad.svg', SCRIPT)
  const file = { name: 'bad.0123abcd.svg', source: { path, sha256: '0'.repeat(64) } }
  derived.files = [file]
  await expect(deriveImage(file.name)).rejects.toThrow('bad.svg holds a script: export it as plain SVG, or delete it')
  await expect(deriveAllImages(join(folder, 'derived'), () => {})).rejects.toThrow('bad.svg holds a script')
  expect(await readdir(join(folder, 'derived'))).toEqual([])
})
