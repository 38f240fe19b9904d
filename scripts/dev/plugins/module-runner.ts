import { resolve } from 'node:path'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'

/** Imports modules of this project, and evaluates them again after a change. */
export interface ModuleRunner {
  /** Imports a module by its path in the project, such as `/scripts/dev/plugins/regenerate-content.ts`. */
  readonly import: <Module>(path: string) => Promise<Module>
  /** Marks files as changed. The next import evaluates every module again, but compiles only these files again. */
  readonly invalidate: (files: Iterable<string>) => void
  readonly close: () => Promise<void>
}

/**
 * Creates a module runner of Vite. Node evaluates a module once per process. Evaluating the model again with the runner
 * takes 0.1 s, a new process 3 s (docs/decisions/0029).
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
          resolve: { external: true, conditions: ['node'], mainFields: [] }, // Node imports packages
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
