import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SERVER = 'deploy/systemd/pipeline-site.service'
const BACKUP = 'deploy/systemd/pipeline-site-backup.service'

test.each([SERVER, BACKUP, 'deploy/systemd/pipeline-site-backup.timer'])('%s is valid', (unit) => {
  const verified = spawnSync('systemd-analyze', ['verify', unit])
  const lines = verified.stderr.toString().split('\n')
  expect(lines.filter((line) => line.includes('pipeline-site'))).toEqual([])
})

test.each([SERVER, BACKUP])('%s protects the machine from the service', (unit) => {
  // From 0 (safe) to 10; exit code 1 above the threshold, which is in tenths.
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit])
  expect(rated.stdout.toString()).toContain('Overall exposure level')
  expect(rated.status).toBe(0)
})
