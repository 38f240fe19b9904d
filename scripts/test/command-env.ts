/** Returns the environment for a command that a test starts, without any variables of a real space. */
export const createCommandEnv = (variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...variables,
})

/** Returns the environment without the variables of a configured site, so that tests do not use its Contentful space. */
export function omitSiteVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VITE|CONTENTFUL)_/.test(name)))
}
