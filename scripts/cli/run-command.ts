import { BadInput } from '#cms/sync/bad-input.ts'
import { UserError } from '#shared/user-error.ts'

/** Runs a command; what the person who called can put right is printed as its lines, without a stack. Exits with 1 then. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (problem) {
    console.error(isExpectedError(problem) ? problem.message : problem)
    process.exit(1)
  }
}

/** An option that `parseArgs` does not know, a port that was taken meanwhile, a seed file that is no JSON: each message names the thing. */
export function isExpectedError(problem: unknown): problem is Error {
  if (problem instanceof BadInput || problem instanceof UserError) return true
  if (problem instanceof SyntaxError) return /\.json: /.test(problem.message)
  return problem instanceof Error && 'code' in problem && /^(ERR_PARSE_ARGS|EADDRINUSE)/.test(String(problem.code))
}
