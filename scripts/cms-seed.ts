import { fileURLToPath } from 'node:url'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { BadInput } from '#cms/space/bad-input.ts'
import { requestsPerSecondFromEnv } from '#cms/space/connection.ts'
import { consoleProgress } from '#cms/space/console-progress.ts'
import { seedSpace } from '#cms/space/seed-space.ts'
import { summaryText } from '#cms/space/summary.ts'
import { openTarget } from '#cms/space/target.ts'

/** Brings the model, the pictures and the content into a Contentful space. README, Going live. */
try {
  const requestsPerSecond = requestsPerSecondFromEnv(process.env)
  await using target = await openTarget(process.env, '.contentful', console.log)
  console.log(`Seeding ${target.name}`)
  const summary = await seedSpace({
    connection: target.connection,
    seed: readSeed(),
    model,
    mediaFolder: fileURLToPath(new URL('../public/media', import.meta.url)),
    progress: consoleProgress(process.stdout),
    ...(requestsPerSecond && { requestsPerSecond }),
  })
  console.log(`\n${summaryText(summary)}`)
  if (summary.failures.length > 0) process.exitCode = 1
} catch (error) {
  if (!(error instanceof BadInput)) throw error
  for (const line of error.lines) console.error(line)
  process.exitCode = 1
}
