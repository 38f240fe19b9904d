import { EXIT, type Output } from './output.ts'
import { typesCommand, typesText } from './types.ts'

export interface TypesOptions {
  readonly json?: boolean
  readonly check?: boolean
  readonly print?: boolean
}

/** Makes what is made of the model anew; with a query that would break, nothing. */
export async function types({ check = false, print = false }: TypesOptions, output: Output): Promise<void> {
  const report = await typesCommand({ check, print })
  const differs = !print && (report.broken.length > 0 || (check && report.stale.length > 0))
  output.result(report, typesText(report), differs ? EXIT.differs : EXIT.done)
}
