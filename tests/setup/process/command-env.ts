/** The environment of a command that a test starts: what it needs to run here, and these variables. Nothing names a real space. */
export const createCommandEnv = (variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...variables,
})
