import type * as z from 'zod'
import { UserError } from '#shared/user-error.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Missing or invalid variables. The message has a line for each: its name, and what to set. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError'
}

/** Parses variables with a schema. Throws `ConfigError` with a line for each invalid one. A blank variable counts as unset. */
export function parseEnvironment<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const { success, data, error } = schema.safeParse(omitBlankVariables(env))
  if (success) return data
  throw new ConfigError(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`))
}

/** Returns the variables without blank values, which count as not set. */
export function omitBlankVariables(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

/** Whether NODE_ENV is production. An unknown value counts as production, so that one run reports all of its requirements. */
export const isProductionEnv = ({ NODE_ENV }: Environment): boolean =>
  !['development', 'test', undefined].includes(NODE_ENV)
