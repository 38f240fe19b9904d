/** Returns the environment for a command that a test starts, without any variables of a real space. */
export const createCommandEnv = (variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...variables,
})
