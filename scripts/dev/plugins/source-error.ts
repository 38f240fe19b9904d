import { readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { ErrorPayload } from 'vite'
import * as z from 'zod'

/** An error in a source file, for the terminal and the browser's error overlay. */
export interface SourceError {
  readonly message: string
  /** Path relative to the project. */
  readonly file?: string | undefined
  /** Starts at 1. */
  readonly line?: number | undefined
  /** Starts at 1. */
  readonly column?: number | undefined
}

/** Formats an error as `cms/seed/entries/fact.json:3: …`. */
export const formatSourceError = ({ message, file, line }: SourceError): string =>
  `${[file, line].filter((part) => part !== undefined).join(':')}${file ? ': ' : ''}${message}`

/** Returns the overlay's payload: the first error with its source lines, and a list of the others. */
export function toOverlayError([first, ...others]: readonly [SourceError, ...SourceError[]]): ErrorPayload['err'] {
  const { message, file, line, column = 1 } = first
  const id = file && resolve(file)
  const text = [message, ...others.map((error) => `\n${formatSourceError(error)}`)].join('\n')
  return {
    message: text,
    stack: '',
    ...(id && { id }),
    ...(id && line && { loc: { file: id, line, column }, frame: createCodeFrame(id, line) }),
  }
}

/** Finds file and line of a thrown value: a transform error of Vite, or an exception in a module of this project. */
export function toSourceError(thrown: unknown): SourceError {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const message = stripVTControlCharacters(thrown.message)
  const { id, loc } = transformError.parse(thrown)
  const file = (loc?.file ?? id)?.split('?')[0]
  if (file && loc) return { message, file: relative('.', file), line: loc.line, column: loc.column + 1 }
  const stack = thrown.stack ?? ''
  const location = findSyntaxErrorLocation(stack) ?? findLocation(message) ?? findLocation(stack)
  return { message, file: file && relative('.', file), ...location }
}

/** Returns the location that Node writes above the stack of a syntax error, such as `file:///…/cms/model/fact.ts:12`. */
function findSyntaxErrorLocation(stack: string): Omit<SourceError, 'message'> | undefined {
  const [, url = '', line] = /^(file:\/\/\S+):(\d+)\n/.exec(stack) ?? []
  return line === undefined ? undefined : { file: relative('.', fileURLToPath(url)), line: Number(line) }
}

/** The properties that Vite adds to an error of a plugin. */
const transformError = z.object({
  id: z.string().optional().catch(undefined),
  loc: z.object({ file: z.string().optional(), line: z.number(), column: z.number() }).optional().catch(undefined),
})

/** Returns the first location in this project that a text contains, such as `cms/model/fact.ts:11:10`. */
function findLocation(text: string): Omit<SourceError, 'message'> | undefined {
  for (const [, path = '', line, column] of text.matchAll(/((?:[\w.@-]*\/)+[\w.@-]+\.\w+):(\d+):(\d+)/g)) {
    const file = isAbsolute(path) ? relative('.', path) : path
    if (!file.startsWith('..') && !file.includes('node_modules'))
      return { file, line: Number(line), column: Number(column) }
  }
  return undefined
}

/** Returns a line of a file with two lines before and after it. */
function createCodeFrame(file: string, line: number): string {
  let lines: readonly string[] = []
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return ''
  }
  const from = Math.max(line - 3, 0)
  return lines
    .slice(from, line + 2)
    .map((text, index) => `${from + index + 1 === line ? '>' : ' '} ${String(from + index + 1).padStart(4)} | ${text}`)
    .join('\n')
}

/** Returns the line of an entry's field in a seed file, or of the entry if it lacks the field. Lines start at 1. */
export function findSeedFieldLine(json: string, id: string, field: string): number | undefined {
  const lines = json.split('\n')
  // Assets are indented by two spaces, entries by four, because they are below their content type.
  const entry = lines.findIndex(
    (line) => /^ {2}(?: {2})?\S/.test(line) && line.trimStart().startsWith(`${JSON.stringify(id)}:`),
  )
  if (entry < 0) return undefined
  const end = lines.findIndex(
    (line, index) => index > entry && line !== '' && getIndent(line) <= getIndent(lines[entry]),
  )
  const found = lines
    .slice(entry, end < 0 ? undefined : end)
    .findIndex((line) => line.includes(`${JSON.stringify(field)}:`))
  return entry + Math.max(found, 0) + 1
}

const getIndent = (line = '') => line.length - line.trimStart().length

/** Returns the first line of a content type's file that defines one of these fields, otherwise 1. Lines start at 1. */
export function findModelFieldLine(source: string, names: readonly string[]): number {
  const fields = source.split('\n').map((line) => /^ {4}(\w+):/.exec(line)?.[1])
  return (
    Math.max(
      fields.findIndex((field) => field !== undefined && names.includes(field)),
      0,
    ) + 1
  )
}
