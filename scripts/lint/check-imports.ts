import { globSync, readFileSync } from 'node:fs'
import { findImportProblems, isTest } from './import-rules.ts'

/** Checks the imports of the source files in the current folder: a check of `npm test`. Tests may import everything. */
const SOURCES = '{cms,packages,scripts,server,shared,src,tests}/**/*.{ts,tsx,mjs}'
const LEFT_OUT = /(^|\/)(node_modules|dist)\/|\.d\.ts$/

const files = globSync(SOURCES, { exclude: (name) => name === 'node_modules' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !LEFT_OUT.test(file))
const sources = new Map(files.map((file) => [file, isTest(file) ? '' : readFileSync(file, 'utf8')]))
const problems = findImportProblems(sources, readFileSync('docs/architecture.md', 'utf8'))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
