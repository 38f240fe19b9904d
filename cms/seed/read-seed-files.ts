import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import type { Model } from '#cms/model/model.gen.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { getSeedEntriesFile, TYPES_BY_SEED_FILE } from './seed-files.ts'
import type { SeedAsset, SeedEntry } from './seed-types.ts'

/** The files of a seed. Values of fields are not validated: cms/seed/validate-seed.ts does. */
export interface SeedFiles {
  readonly assets: SeedAssetsFile
  readonly entries: readonly SeedEntriesFile[]
}

interface SeedFileText {
  readonly path: string
  /** `undefined` if the file does not exist. */
  readonly text: string | undefined
}

/** cms/seed/assets.json */
interface SeedAssetsFile extends SeedFileText {
  /** By id, in the order of the file. */
  readonly records: z.output<typeof assetsSchema>
}

/** A file of cms/seed/entries. */
export interface SeedEntriesFile extends SeedFileText {
  /** The fields of entries by id, by content type. In the order of the file. */
  readonly recordsByType: ReadonlyMap<keyof Model, z.output<typeof entriesSchema>>
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Custom schemas, because zod’s `record` drops the id `__proto__`. */
const objectSchema = z.custom<Readonly<Record<string, unknown>>>(isObject)
const entriesSchema = z.custom<Readonly<Record<string, SeedEntry['fields']>>>(isObject)
const assetsSchema = z.custom<Readonly<Record<string, Omit<SeedAsset, 'id'>>>>(isObject)

/** A problem of the structure of a seed file. */
interface SeedFileProblem {
  /** Relative to the working directory, unless it is outside. */
  readonly file: string
  /** Starts at 1. */
  readonly line?: number | undefined
  /** Starts at 1. */
  readonly column?: number | undefined
  readonly message: string
}

/** Reports seed files that cannot be read, one line per problem. */
export class SeedFileError extends UserError {
  readonly problems: readonly SeedFileProblem[]

  constructor(problems: readonly SeedFileProblem[]) {
    super(problems.map(({ file, line, message }) => `${[file, line].filter(Boolean).join(':')}: ${message}`))
    this.problems = problems
  }
}

interface ReadOptions {
  /** A missing file counts as empty. */
  readonly allowMissing?: boolean
}

/**
 * Reads all files of a seed. Checks their structure, so that no entry is ignored: each content type must be in its file.
 * Throws `SeedFileError`.
 */
export function readSeedFiles(folder: string, { allowMissing = false }: ReadOptions = {}): SeedFiles {
  const problems: SeedFileProblem[] = []
  const report = (path: string, problem: Omit<SeedFileProblem, 'file'>) =>
    problems.push({ file: toRelativePath(path), ...problem })

  function readJson<Content>(path: string, schema: z.ZodType<Content>) {
    const text = readText(path)
    if (text === undefined && !allowMissing) report(path, { message: 'the file is missing; restore it, or add it' })
    if (text === undefined) return { path, text }
    const content = parseJson(text)
    if ('problem' in content) report(path, content.problem)
    const { success, data } = 'problem' in content ? {} : schema.safeParse(content.json)
    if (success === false) report(path, { line: 1, message: 'is not a JSON object; correct it, or undo its changes' })
    return { path, text, data }
  }

  function readEntriesFile(name: string, types: readonly string[]): SeedEntriesFile {
    const { path, text, data = {} } = readJson(join(folder, 'entries', name), objectSchema)
    const recordsByType = new Map<keyof Model, z.output<typeof entriesSchema>>()
    for (const [type, value] of Object.entries(data)) {
      const line = findTypeLine(text, type)
      const records = entriesSchema.safeParse(value)
      if (!isModelContentType(type)) report(path, { line, message: describeUnknownType(type, types) })
      else if (!types.includes(type))
        report(path, { line, message: `${type} belongs in ${getSeedEntriesFile(type)}; move it there` })
      else if (!records.success)
        report(path, { line, message: `${type} is not an object; write { "<entry id>": { <fields> } }` })
      else recordsByType.set(type, records.data)
    }
    return { path, text, recordsByType }
  }

  for (const name of listOtherFiles(join(folder, 'entries')))
    report(join(folder, 'entries', name), {
      message: `is not a file of the seed; move its entries to ${[...TYPES_BY_SEED_FILE.keys()].join(', ')}, or delete it`,
    })
  const entries = [...TYPES_BY_SEED_FILE].map(([name, types]) => readEntriesFile(name, types))
  const { data: records = {}, ...assets } = readJson(join(folder, 'assets.json'), assetsSchema)
  if (problems.length > 0) throw new SeedFileError(problems)
  return { assets: { ...assets, records }, entries }
}

function toRelativePath(path: string): string {
  const relativePath = relative('.', path)
  return relativePath.startsWith('..') ? path : relativePath
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UserError(`${toRelativePath(path)} cannot be read (${error instanceof Error ? error.message : error})`)
  }
}

function parseJson(text: string): { readonly json: unknown } | { readonly problem: Omit<SeedFileProblem, 'file'> } {
  try {
    return { json: JSON.parse(text) }
  } catch (error) {
    const message = getErrorMessage(error)
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
    return {
      problem: {
        message: `is not JSON: ${message}; correct it, or undo its changes`,
        line: Number(line ?? 1),
        column: Number(column ?? 1),
      },
    }
  }
}

const describeUnknownType = (type: string, types: readonly string[]) =>
  `${type} is not a content type of the model; remove it, or spell it as one of ${types.join(', ')}`

/** Returns the line of a content type. Lines start at 1. */
function findTypeLine(text = '', type: string): number | undefined {
  const index = text.split('\n').findIndex((line) => line.startsWith(`  ${JSON.stringify(type)}:`))
  return index < 0 ? undefined : index + 1
}

/** Part files of write-file-atomic.ts, and hidden and backup files of text editors. */
const IGNORED_FILE = /^\.|\.part$|~$/

function listOtherFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !TYPES_BY_SEED_FILE.has(name) && !IGNORED_FILE.test(name))
  } catch {
    return [] // a missing folder: its files are reported
  }
}
