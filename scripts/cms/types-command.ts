import { assertModelFilesAreCurrent, updateModelFiles } from '#scripts/build/model-files.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { formatTypesReport, type TypesReport } from './types-report.ts'

export interface TypesCommandOptions {
  readonly check?: boolean
  readonly print?: boolean
}

/** Generates the files that depend on the model, unless a query would break. */
export async function runTypesCommand(
  { check = false, print = false }: TypesCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const report = await createReport(check, print)
  const { broken, routeProblems, stale } = report
  const differs = !print && (broken.length > 0 || (check && routeProblems.length + stale.length > 0))
  output.result(report, formatTypesReport(report), differs ? EXIT_CODES.differs : EXIT_CODES.done)
}

async function createReport(check: boolean, print: boolean): Promise<TypesReport> {
  if (print) await assertModelFilesAreCurrent()
  const modelFiles = print ? [] : await updateModelFiles({ check })
  if (modelFiles.length > 0 && check) return { ...EMPTY_REPORT, stale: modelFiles } // the other files depend on these
  const { generateTypes } = await import('./generate-types.ts') // imports the model
  return generateTypes({ check, print, modelFiles })
}

const EMPTY_REPORT: TypesReport = {
  breakingChanges: [],
  broken: [],
  changed: [],
  stale: [],
  isWritten: false,
  modelFiles: [],
  routeProblems: [],
}
