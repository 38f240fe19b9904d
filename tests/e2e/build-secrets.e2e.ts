import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

/** What a server of the build could give to anybody; pictures and films are not ours to read. */
async function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => TEXTS.test(file))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  )
}

const TEXTS = /\.(html|js|css|json|map|xml|txt|webmanifest)$|_redirects$|\.built-from$/

const filesWith = (texts: ReadonlyMap<string, string>, needle: string) =>
  [...texts].filter(([, text]) => text.includes(needle)).map(([file]) => file)

test('the build holds no management or preview token and no secret', async ({ site }) => {
  const texts = await textsOf(site.outDir)
  const { management, readOnly, preview, delivery } = LOCAL_TOKENS
  for (const secret of [management, readOnly, preview, site.secrets.preview, site.secrets.webhook]) {
    expect(filesWith(texts, secret), secret).toEqual([])
  }
  // The search finds what is there: the token that reads what is published is public.
  expect(filesWith(texts, delivery)).toContainEqual(expect.stringMatching(/^assets\/.+\.js$/))
})

test('the build holds no code of the server, the local Contentful or the commands', async ({ site }) => {
  const texts = new Map([...(await textsOf(site.outDir))].filter(([file]) => file.endsWith('.js')))
  const ours = await sentencesOf(['src'], () => true)
  const theirs = await sentencesOf(
    ['server', 'cms/local', 'cms/sync', 'cms/check', 'scripts'],
    (file) => !CONTRACTS.has(file),
  )
  const foreign = [...theirs].filter(([sentence]) => !ours.has(sentence))
  expect(foreign.length).toBeGreaterThan(200)
  const found = foreign.flatMap(([sentence, file]) =>
    filesWith(texts, sentence).map((where) => `${where}: ${file}: ${sentence}`),
  )
  expect(found).toEqual([])
  // The search finds what is there: a message of the contract that server and site share.
  expect(filesWith(texts, 'Name must be 75 characters or fewer.')).not.toEqual([])
})

/** What the site may know of the server. */
const CONTRACTS = new Set(['server/api/contract.ts', 'server/preview/contract.ts'])

/** Literals of a few words in a folder's modules: minifying changes names, and leaves these as they are. */
async function sentencesOf(folders: readonly string[], isWanted: (file: string) => boolean) {
  const found = new Map<string, string>()
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = join(folder, name)
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || !isWanted(file)) continue
      for (const [, sentence = ''] of (await readFile(file, 'utf8')).matchAll(/'([^'\\\n]{24,})'/g)) {
        if (/\S \S+ \S/.test(sentence)) found.set(sentence, file)
      }
    }
  }
  return found
}
