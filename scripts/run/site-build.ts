import { fork } from 'node:child_process'
import { once } from 'node:events'
import { BadInput } from '#cms/space/bad-input.ts'
import { forgetBuild, isBuiltFrom, rememberBuild, sourceDigest } from './source-stamp.ts'

interface BuildOptions {
  readonly outDir: string
  /** The public variables, added to this process's own. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/** Builds the site when its sources have changed; otherwise writes its pages anew, for the CMS may say something else by now. */
export async function ensureBuild({ outDir, env: added, log }: BuildOptions): Promise<void> {
  const env = { ...process.env, ...added }
  const digest = await sourceDigest('.', env)
  if (await isBuiltFrom(outDir, digest)) return runBuild(outDir, 'pages', env)
  log('Building the site …')
  await forgetBuild(outDir)
  await runBuild(outDir, 'all', env)
  await rememberBuild(outDir, digest)
}

async function runBuild(outDir: string, part: 'all' | 'pages', env: NodeJS.ProcessEnv): Promise<void> {
  const script = new URL('build-process.ts', import.meta.url)
  const child = fork(script, [outDir, `${outDir}-ssr`, part], { env, execArgv: [] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new BadInput('The site could not be built: the lines above say why.')
}
