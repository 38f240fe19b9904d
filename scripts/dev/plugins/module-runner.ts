import { resolve } from 'node:path'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'

/** Imports modules of this project, and imports them anew after a change. */
export interface ModuleRunner {
  /** By its path from the project's folder, as `/scripts/dev/plugins/regenerate-content.ts`. */
  readonly import: <Module>(path: string) => Promise<Module>
  /** Forgets these files. Every module is evaluated again by the next import; only these files are compiled again. */
  readonly invalidate: (files: Iterable<string>) => void
  readonly close: () => Promise<void>
}

/**
 * Node evaluates a module once in the life of a process. Vite's module runner does it as often as needed: evaluating the
 * model and everything around it again takes 0.1 s, against 3 s in a new process (docs/decisions/0029).
 */
export async function createModuleRunner(): Promise<ModuleRunner> {
  const config = await resolveConfig(
    {
      configFile: false,
      envDir: false,
      environments: {
        node: {
          consumer: 'server',
          dev: { moduleRunnerTransform: true },
          resolve: { external: true, conditions: ['node'], mainFields: [] }, // packages are imported by Node itself
        },
      },
    },
    'serve',
  )
  const environment = createRunnableDevEnvironment('node', config, { runnerOptions: { hmr: false }, hot: false })
  await environment.init()
  return {
    import: (path) => environment.runner.import(path),
    invalidate: (files) => {
      for (const file of files) environment.moduleGraph.onFileChange(resolve(file))
      environment.runner.clearCache()
    },
    close: () => environment.close(),
  }
}
