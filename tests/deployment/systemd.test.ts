import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const UNIT = 'deploy/systemd/pipeline-site.service'

test('the unit is valid, and protects the machine from the service', () => {
  const verified = spawnSync('systemd-analyze', ['verify', UNIT])
  expect(
    verified.stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes('pipeline-site')),
  ).toEqual([])
  // From 0 (safe) to 10; exit code 1 above the threshold, which is in tenths.
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', UNIT])
  expect(rated.stdout.toString()).toContain('Overall exposure level')
  expect(rated.status).toBe(0)
})
