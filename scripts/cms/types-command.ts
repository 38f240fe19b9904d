import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { formatTypesReport, generateTypes } from './generate-types.ts'

export interface TypesCommandOptions {
  readonly json?: boolean
  readonly check?: boolean
  readonly print?: boolean
}

/** Generates the files that depend on the model, unless a query would break. */
export async function runTypesCommand(
  { check = false, print = false }: TypesCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const report = await generateTypes({ check, print })
  const differs = !print && (report.broken.length > 0 || (check && report.stale.length > 0))
  output.result(report, formatTypesReport(report), differs ? EXIT_CODES.differs : EXIT_CODES.done)
}
