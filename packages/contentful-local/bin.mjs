#!/usr/bin/env node
// Not TypeScript, so that an old Node can run it.
import { versions } from 'node:process'

const { node } = versions
const [major = 0, minor = 0] = node.split('.').map(Number)
// Older versions lack process.threadCpuUsage, and methods of node:sqlite.
if (major >= 24 || (major === 22 && minor >= 19)) {
  await import('./command.ts')
} else {
  console.error(`contentful-local needs Node 24 or newer, or 22.19 or newer of Node 22. This is Node ${node}.`)
  process.exitCode = 1
}
