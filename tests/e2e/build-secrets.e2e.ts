import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

/** Reads the text files of a folder, by name; not pictures and videos. */
async function readTextFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT_FILE.test(file))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  )
}

const TEXT_FILE = /\.(html|js|css|json|map|xml|txt|webmanifest)$|_redirects$|\.built-from$/

const findFilesWith = (texts: ReadonlyMap<string, string>, part: string) =>
  [...texts].filter(([, text]) => text.includes(part)).map(([file]) => file)

test('the build contains no management or preview token and no secret', async ({ site }) => {
  const texts = await readTextFiles(site.outDir)
  const { management, readOnly, preview, delivery } = LOCAL_TOKENS
  for (const secret of [management, readOnly, preview, site.secrets.preview, site.secrets.webhook]) {
    expect(findFilesWith(texts, secret), secret).toEqual([])
  }
  // Proves that the search works: the delivery token is public.
  expect(findFilesWith(texts, delivery)).toContainEqual(expect.stringMatching(/^assets\/.+\.js$/))
})

test('the build contains no code of the server, the local Contentful or the commands', async ({ site }) => {
  const texts = new Map([...(await readTextFiles(site.outDir))].filter(([file]) => file.endsWith('.js')))
  const siteSentences = await findSentences(['src'], () => true)
  const otherSentences = await findSentences(
    ['server', 'cms/local', 'cms/sync', 'cms/check', 'scripts'],
    (file) => !CONTRACT_FILES.has(file),
  )
  const foreign = [...otherSentences].filter(([sentence]) => !siteSentences.has(sentence))
  expect(foreign.length).toBeGreaterThan(200)
  const leaks = foreign.flatMap(([sentence, file]) =>
    findFilesWith(texts, sentence).map((output) => `${output}: ${file}: ${sentence}`),
  )
  expect(leaks).toEqual([])
  // Proves that the search works: server and site share the contract with this message.
  expect(findFilesWith(texts, 'Name must be 75 characters or fewer.')).not.toEqual([])
})

/** The modules of the server that the site may import. */
const CONTRACT_FILES = new Set(['server/api/contract.ts', 'server/preview/contract.ts'])

/** Returns string literals of several words with their files: minifying changes names, but not these. */
async function findSentences(folders: readonly string[], isIncluded: (file: string) => boolean) {
  const sentences = new Map<string, string>()
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = join(folder, name)
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || !isIncluded(file)) continue
      for (const [, sentence = ''] of (await readFile(file, 'utf8')).matchAll(/'([^'\\\n]{24,})'/g)) {
        if (/\S \S+ \S/.test(sentence)) sentences.set(sentence, file)
      }
    }
  }
  return sentences
}
