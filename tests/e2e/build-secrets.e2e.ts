import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { DRAFT_QUERIES_FILE } from '#server/preview/draft-pages.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'

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

test('§10.15 §11.22 the build contains no token, no secret, no query for visitors, and no address of the CMS’s API', async ({
  site,
}) => {
  const texts = await readTextFiles(site.outDir)
  const { management, readOnly, preview, delivery } = LOCAL_TOKENS
  for (const secret of [management, readOnly, preview, delivery, site.secrets.preview, site.secrets.webhook]) {
    expect(findFilesWith(texts, secret), secret).toEqual([])
  }
  // Proves that the search works.
  expect(findFilesWith(texts, getSeedText('homePage', 'filmId'))).toContain('index.html')

  const queries = [...findFilesWith(texts, 'query Home'), ...findFilesWith(texts, 'imagesCollection(')]
  expect(queries.filter(isPreview), 'for live preview').not.toEqual([])
  expect(queries.filter((file) => !isPreview(file) && file !== DRAFT_QUERIES_FILE)).toEqual([])
  expect(queries, 'for the server').toContain(DRAFT_QUERIES_FILE)
  const response = await fetch(`${site.url}/${DRAFT_QUERIES_FILE}`)
  expect([response.status, await response.text()]).toEqual([404, expect.not.stringContaining('query Home')])
  expect(findFilesWith(texts, '/content/v1/spaces')).toEqual([])
})

test('visitors load no code of the preview', async ({ site }) => {
  const scripts = await readScripts(site.outDir, (file) => !isDeskFile(file))
  const isOnlyOfPreview = (file: string) => {
    const importers = findFilesWith(scripts, basename(file)).filter((importer) => importer !== file)
    return isPreview(file) || (importers.length > 0 && importers.every(isPreview))
  }
  for (const text of ['live-preview-sdk', 'data-contentful', '/preview/state', 'Visitors see only']) {
    const files = findFilesWith(scripts, text)
    expect(files, text).not.toEqual([])
    expect(files.filter((file) => !isOnlyOfPreview(file))).toEqual([])
  }
})

test('the site contains no code of the server, the local Contentful or the commands', async ({ site }) => {
  const texts = await readScripts(site.outDir, (file) => !isDeskFile(file))
  const leaks = await findLeaks(
    texts,
    ['server', 'packages/contentful-local', 'cms/sync', 'cms/check', 'scripts'],
    ['src'],
  )
  expect(leaks).toEqual([])
  // Proves that the search works: server and site share the contract with this message.
  expect(findFilesWith(texts, 'Name must be 75 characters or fewer.')).not.toEqual([])
})

test('the photo desk contains no code of the server, the commands, or the server of the local Contentful, and no unusual files', async ({
  site,
}) => {
  const texts = await readScripts(site.outDir, isDeskFile)
  const localServer = ['delivery', 'graphql', 'http', 'management', 'store'].map(
    (name) => `packages/contentful-local/${name}`,
  )
  const commands = ['apply', 'apps', 'migrate', 'plan', 'pull'].map((name) => `cms/sync/${name}`)
  const leaks = await findLeaks(
    texts,
    ['server', 'scripts', ...localServer, ...commands],
    ['cms/photo-desk', 'cms/model'],
  )
  expect(leaks).toEqual([])
  // Proves that the search works: the desk has the rules of pictures.
  expect(findFilesWith(texts, 'cannot be read as a picture: export it again, as JPEG')).not.toEqual([])

  // The license of the HEIC decoder has to be beside its file.
  const license = await readFile(join(site.outDir, 'photo-desk/assets/libheif.LICENSE.txt'), 'utf8')
  expect(license).toContain('GNU LESSER GENERAL PUBLIC LICENSE')

  const files = await readdir(join(site.outDir, 'photo-desk'), { recursive: true })
  const types = new Set(files.map((file) => extname(file)))
  expect([...types].toSorted(), 'types that every web server knows').toEqual([
    '',
    '.br',
    '.css',
    '.gz',
    '.html',
    '.js',
    '.txt',
  ])
})

const isPreview = (file: string) => /^assets\/start-preview-/.test(file)

const isDeskFile = (file: string) => file.startsWith('photo-desk')

const readScripts = async (folder: string, isIncluded: (file: string) => boolean) =>
  new Map([...(await readTextFiles(folder))].filter(([file]) => file.endsWith('.js') && isIncluded(file)))

/** Returns sentences of modules in `folders` that are in a script, except those that are in `ownFolders` too. */
async function findLeaks(
  texts: ReadonlyMap<string, string>,
  folders: readonly string[],
  ownFolders: readonly string[],
): Promise<readonly string[]> {
  const ownSentences = await findSentences(ownFolders, () => true)
  const otherSentences = await findSentences(folders, (file) => !CONTRACT_FILES.has(file) && !OF_A_VISITOR.test(file))
  const foreign = [...otherSentences].filter(([sentence]) => !ownSentences.has(sentence))
  expect(foreign.length).toBeGreaterThan(200)
  return foreign.flatMap(([sentence, file]) =>
    findFilesWith(texts, sentence).map((output) => `${output}: ${file}: ${sentence}`),
  )
}

/** The modules of the server that the site may import. */
const CONTRACT_FILES = new Set(['shared/contact-contract.ts', 'shared/preview-contract.ts'])

/** Scripts that open the pages: they name what they click. */
const OF_A_VISITOR = /^scripts\/(bench|tools)\//

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
