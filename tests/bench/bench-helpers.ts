import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts'

/** A copy of the project in a temporary folder. */
export interface ProjectCopy extends AsyncDisposable {
  readonly folder: string
}

/** Copies files and folders of the project to a temporary folder and links the installed packages. */
export async function copyProject(sources: readonly string[]): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  for (const name of sources) await cp(name, join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** Starts the Chromium of the end-to-end tests. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium(process.env)
  return chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
}

/** Returns the median; for an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
