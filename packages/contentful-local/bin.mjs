#!/usr/bin/env node
// Not TypeScript, so that an old Node can run it.
import { versions } from 'node:process'

/** `node:sqlite` and the syntax of the sources need it. */
const MIN_NODE_MAJOR = 24

const { node } = versions
if (Number.parseInt(node, 10) >= MIN_NODE_MAJOR) {
  const { runContentfulLocal } = await import('./command.ts')
  await runContentfulLocal()
} else {
  console.error(
    `contentful-local needs Node ${MIN_NODE_MAJOR} or newer, and this is Node ${node}: install a newer one.`,
  )
  process.exitCode = 1
}
