import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseRedirectSource } from '#cms/model/parse-redirect-addresses.ts'
import { formatSeedEntriesFile, type SeedRecords } from '#cms/seed/format-seed-file.ts'
import { assertModelFilesAreCurrent } from '#scripts/build/model-files.ts'
import { getRouteFile } from '#server/rendering/page-html.ts'
import { UserError } from '#shared/user-error.ts'
import { applyChanges } from './apply-changes.ts'

const TEMPLATES_FOLDER = join(import.meta.dirname, 'templates')
const SITE_ENTRIES_FILE = 'cms/seed/entries/site.json'

/** The maximum length of the name of a navigation item (cms/model/navigation-item.ts). */
const MAX_NAME_LENGTH = 20

/** Writes the files of a new page and regenerates the others. Returns what to print. Throws `UserError`. */
export async function newPage(name: string): Promise<string> {
  assertValidName(name)
  const files = getPageFiles(name)
  const existing = Object.values(files).filter((file) => existsSync(file))
  if (existing.length > 0)
    throw new UserError(existing.map((file) => `${file} exists already: choose another name, or delete it`))
  await assertModelFilesAreCurrent()

  const siteEntries = await readSiteEntries()
  const values = getTemplateValues(name, siteEntries)
  const rendered = Object.entries(files).map(
    async ([template, file]) => [file, await render(template, values)] as const,
  )
  const addedEntries = entriesSchema.parse(JSON.parse(await render('site-entries.json', values)))
  const changes = new Map([
    ...(await Promise.all(rendered)),
    [SITE_ENTRIES_FILE, formatSeedEntriesFile(addToSite(siteEntries, addedEntries))] as const,
  ])
  const generated = await applyChanges(changes)
  return formatResult(name, Object.values(files), generated)
}

function assertValidName(name: string): void {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new UserError(`"${name}" is not a name of a page: write words of a–z with hyphens between, as in about-us`)
  if (/(^|-)page$/.test(name))
    throw new UserError(
      `Write the name of the page without "page", as in ${name === 'page' ? 'about-us' : name.replace(/-page$/, '')}`,
    )
  if (name.length > MAX_NAME_LENGTH)
    throw new UserError(
      `"${name}" has ${name.length} characters: write at most ${MAX_NAME_LENGTH}, which fit in the navigation`,
    )
  const path = parseRedirectSource(`/${name}`)
  if ('problem' in path) throw new UserError(`The path /${name} ${path.problem}`)
}

/** Returns the files of a page by template. */
const getPageFiles = (name: string) => ({
  'content-type.ts': `cms/model/${name}-page.ts`,
  'entries.json': `cms/seed/entries/${name}.json`,
  'content.ts': `src/content/${name}.ts`,
  'page.tsx': `src/pages/${name}/${name}-page.tsx`,
  'route.tsx': getRouteFile(`/${name}`),
})

type TemplateValues = Readonly<Record<string, string>>

const entriesSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  ),
)
const settingsSchema = z.object({ companyName: z.string(), navigation: z.array(z.string()) })

type SiteEntries = z.output<typeof entriesSchema>

async function readSiteEntries(): Promise<SiteEntries> {
  try {
    return entriesSchema.parse(JSON.parse(await readFile(SITE_ENTRIES_FILE, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : error
    throw new UserError(`${SITE_ENTRIES_FILE} cannot be read (${reason}): correct it, or undo its changes`)
  }
}

/** Returns the only entry of the site settings. */
function getSiteSettings({ siteSettings = {} }: SiteEntries) {
  const [[id, fields] = []] = Object.entries(siteSettings)
  const { success, data } = settingsSchema.safeParse(fields)
  if (id === undefined || !success) throw new UserError(`${SITE_ENTRIES_FILE} has no valid site settings: correct it`)
  return { id, fields, ...data }
}

function getTemplateValues(name: string, siteEntries: SiteEntries): TemplateValues {
  const words = name.replaceAll('-', ' ')
  const id = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const typeName = id.charAt(0).toUpperCase() + id.slice(1)
  return {
    name,
    words,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    id,
    Id: typeName,
    /** Name of the bundled content (scripts/build/bundle-content.ts). */
    bundle: typeName.toLowerCase(),
    company: getSiteSettings(siteEntries).companyName,
  }
}

/** Escapes values for a text in JSON. */
const toJsonValues = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value).slice(1, -1)]))

/** Fills a template with values, which are escaped in a JSON template. */
async function render(template: string, plainValues: TemplateValues): Promise<string> {
  const values = template.endsWith('.json') ? toJsonValues(plainValues) : plainValues
  const text = await readFile(join(TEMPLATES_FOLDER, `${template}.tmpl`), 'utf8')
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${template}.tmpl has the unknown placeholder ${key}`)
    return value
  })
}

/** Adds entries to those of the site, and the navigation items to the end of the navigation. */
function addToSite(siteEntries: SiteEntries, added: SiteEntries): Readonly<Record<string, SeedRecords>> {
  const { id, fields, navigation } = getSiteSettings(siteEntries)
  for (const [type, records] of Object.entries(added))
    for (const entryId of Object.keys(records))
      if (Object.hasOwn(siteEntries[type] ?? {}, entryId))
        throw new UserError(`${SITE_ENTRIES_FILE} has the entry ${entryId} already: rename it, or delete it`)
  const types = [...new Set([...Object.keys(siteEntries), ...Object.keys(added)])]
  const merged = Object.fromEntries(types.map((type) => [type, { ...siteEntries[type], ...added[type] }]))
  const newItems = Object.keys(added.navigationItem ?? {})
  return { ...merged, siteSettings: { [id]: { ...fields, navigation: [...navigation, ...newItems] } } }
}

const formatResult = (name: string, files: readonly string[], generated: readonly string[]) =>
  `The page /${name} is added. Written:
${[...files, `${SITE_ENTRIES_FILE} (navigation item, SEO entry)`].map((file) => `  ${file}`).join('\n')}
Generated:
${generated.map((file) => `  ${file}`).join('\n')}

Next:
  1. npm run dev, and open /${name}.
  2. Replace the draft texts and the picture in cms/seed/entries/${name}.json and ${SITE_ENTRIES_FILE}.
  3. npm run check, and npm test at the end.
  4. npm run cms -- plan shows what is new in the space, npm run cms -- seed writes it.`
