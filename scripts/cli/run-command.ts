import { getEnvFiles, repairEnvironment } from '#server/config/env-files.ts'
import { UserError } from '#shared/user-error.ts'

/** Runs a command. On an error it exits with 1; expected errors are printed without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    repairEnvironment(process.env, getEnvFiles(process.execArgv))
    await command()
  } catch (error) {
    console.error(isExpectedError(error) ? error.message : error)
    process.exit(1)
  }
}

/**
 * Whether the user can correct the error and its message says how: a `UserError`, an unknown option, a port in use, a state
 * folder that cannot be written.
 */
export function isExpectedError(problem: unknown): problem is Error {
  if (problem instanceof UserError) return true
  return (
    problem instanceof Error &&
    'code' in problem &&
    /^(ERR_PARSE_ARGS|ERR_STATE_FOLDER|EADDRINUSE)/.test(String(problem.code))
  )
}
