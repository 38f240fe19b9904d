import type { BrokenQuery } from './broken-queries.ts'

/** The result of generating the files that depend on the model. */
export interface TypesReport {
  /** Breaking changes against the committed schema, as messages of graphql-js. */
  readonly breakingChanges: readonly string[]
  readonly broken: readonly BrokenQuery[]
  /** Queries that are valid, but whose result has another type. */
  readonly changed: readonly BrokenQuery[]
  /** Generated files that were out of date. */
  readonly stale: readonly string[]
  /** Whether they were written. Nothing is written if a query is broken. */
  readonly isWritten: boolean
  /** The files that list content types and pages. They were written first, even if a query is broken. */
  readonly modelFiles: readonly string[]
  /** One line for each page without a route, and for each route without a page. */
  readonly routeProblems: readonly string[]
  /** The schema, with the option `print`. */
  readonly schema?: string
}

/** Formats the report for people. With the option `print` it is the schema only, so that it can be piped into a file. */
export function formatTypesReport(report: TypesReport): string {
  const { schema, breakingChanges, broken, changed, routeProblems } = report
  if (schema !== undefined) return schema.trimEnd()
  return [
    ...formatSection('Breaking changes of the schema:', breakingChanges),
    ...formatSection('Broken queries:', broken.map(formatQuery)),
    ...formatSection(
      'Queries whose result type changes (npm run check finds the code that reads it):',
      broken.length > 0 ? [] : changed.map(formatQuery),
    ),
    ...formatSection('Pages and routes:', routeProblems),
    formatResult(report),
  ].join('\n')
}

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']

const formatQuery = ({ file, line, name, queries, problem }: BrokenQuery) =>
  `${file}:${line} ${name}${formatUsage(name, queries)}: ${problem}`

function formatResult({ modelFiles, stale, isWritten, broken }: TypesReport): string {
  const lines = [
    ...modelFiles.map((file) => `Wrote ${file}`),
    ...stale.map((file) => (isWritten ? `Wrote ${file}` : `${file} is out of date: run npm run types`)),
  ]
  if (broken.length > 0)
    lines.push(
      `Nothing ${lines.length > 0 ? 'else ' : ''}is written: change these queries, or the model, and run this again.`,
    )
  return lines.length > 0 ? lines.join('\n') : 'The generated files are up to date.'
}

const formatUsage = (name: string, queries: readonly string[]) =>
  name.startsWith('fragment ') && queries.length > 0 ? ` (in ${queries.join(', ')})` : ''
