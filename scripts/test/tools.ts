import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'

const running = new Set<ReturnType<typeof spawn>>()

/** Runs a command of node_modules/.bin with inherited output. Resolves with its exit code. */
export async function runTool(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const options = { env: { ...env, PATH }, stdio: 'inherit', shell: process.platform === 'win32' } as const
  const child = spawn(name === 'node' ? process.execPath : join('node_modules/.bin', name), args, options)
  running.add(child)
  const [code]: unknown[] = await once(child, 'exit')
  running.delete(child)
  return typeof code === 'number' ? code : 1
}

/** Sends SIGTERM to every running command. */
export function stopTools(): void {
  for (const child of running) child.kill()
}

/** Returns the environment without the variables of a configured site, so that tests do not use its Contentful space. */
export function omitSiteVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VITE|CONTENTFUL)_/.test(name)))
}
