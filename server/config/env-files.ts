import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment } from './environment.ts'

/** The existing settings files that Node's command line names. A later one overrides an earlier one. */
export const getEnvFiles = (execArgv: readonly string[]): readonly string[] =>
  execArgv
    .flatMap((argument) => /^--env-file(?:-if-exists)?=(.+)$/.exec(argument)?.slice(1) ?? [])
    .filter((file) => existsSync(file))

const BYTE_ORDER_MARK = '\uFEFF'

/** Reads the variables of a settings file, without a byte order mark. Throws `ConfigError` for a file in UTF-16. */
export function readEnvFile(file: string): Environment {
  const text = readFileSync(file, 'utf8')
  if (text.includes('\0')) throw new ConfigError([`${file}: is saved as UTF-16; save it as UTF-8`])
  return parseEnv(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
}

/**
 * Sets the variables that Node has read from settings files under another name: it takes a byte order mark, which editors
 * on Windows write, for the first character of a name. Throws `ConfigError` for a file in UTF-16.
 */
export function repairEnvironment(env: NodeJS.ProcessEnv, envFiles: readonly string[]): void {
  const files = envFiles.map(readEnvFile)
  for (const markedName of Object.keys(env).filter((name) => name.startsWith(BYTE_ORDER_MARK))) {
    delete env[markedName]
    const name = markedName.slice(1)
    const values = files.flatMap((variables) => variables[name] ?? [])
    const last = values.at(-1)
    const given = env[name]
    // A value that is in no file was set outside of them, and overrides them.
    if (last !== undefined && (given === undefined || values.includes(given))) env[name] = last
  }
}
